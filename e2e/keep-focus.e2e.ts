import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** A site of nothing but lib/keep-focus, in a browser: what becomes of a focus that is lost is the browser's to say. */
const SITE = 'http://focus.test';
const LIB = new URL('../apps/web/src/lib/', import.meta.url);

type Open = (voice: 'none', options?: BrowserContextOptions) => Promise<Page>;

/** Shows these, one after the other, each in a page as new. */
async function openPage(open: Open, options?: BrowserContextOptions) {
  const page = await open('none', options);
  await page.route(`${SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.endsWith('.ts')) {
      const script = `<script type="module">import { keepFocus } from '/keep-focus.ts'; keepFocus(document);</script>`;
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Focus</title><body>${script}` });
    }
    const body = stripTypeScriptTypes(readFileSync(new URL(`.${pathname}`, LIB), 'utf8'));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${SITE}/page`);
  return {
    page,
    async show(html: string): Promise<void> {
      await page.evaluate((shown) => {
        document.querySelector('main')?.remove();
        document.body.insertAdjacentHTML('beforeend', `<main tabindex="-1">${shown}</main>`);
      }, html);
    },
    /** Who has the focus once everything that follows has happened: by its id, else its element's name. */
    holder: () =>
      page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const { activeElement } = document;
        return activeElement?.id || activeElement?.localName;
      }),
  };
}

const focus = (page: Page, id: string) => page.locator(`#${id}`).focus();
const remove = (page: Page, id: string) => page.locator(`#${id}`).evaluate((one) => one.remove());

const ROWS =
  '<ul><li id="a"><a id="one" href="#">1</a><li id="b"><a id="two" href="#">2</a><li id="c"><a id="three" href="#">3</a></ul>';

test('what stood beside a thing that goes takes its focus', async ({ open }) => {
  const { page, show, holder } = await openPage(open);
  for (const [what, html, had, gone, takes] of [
    ['the next row', ROWS, 'two', 'b', 'three'],
    ['the row before, where none follows', ROWS, 'three', 'c', 'two'],
    [
      'the next one beyond what nobody can reach',
      '<button id="x">x</button><button disabled>no</button><p>words</p><button id="y">y</button>',
      'x',
      'x',
      'y',
    ],
    ['further out, where the list was all', `<button id="out">out</button><div>${ROWS}</div>`, 'one', 'a', 'two'],
    [
      'outside of a list that goes whole',
      `<button id="out">out</button><div id="list">${ROWS}</div>`,
      'two',
      'list',
      'out',
    ],
    ['the page, where nothing else is', '<div><p id="p"><button id="x">x</button></p></div>', 'x', 'p', 'main'],
    [
      'the conversation, whose rows come and go',
      '<div id="log" role="log" tabindex="-1"><p id="r"><a id="x" href="#">x</a></p><p><a href="#">y</a></p></div>',
      'x',
      'r',
      'log',
    ],
    [
      'the same message, as long as it stands',
      '<div role="log" tabindex="-1"><div data-message=""><p><button id="x">x</button></p><button id="more">y</button></div></div>',
      'x',
      'x',
      'more',
    ],
  ] as const) {
    await show(html);
    await focus(page, had);
    await remove(page, gone);
    expect(await holder(), what).toBe(takes);
  }
});

test('a dialog gives the focus back to its opener, and to what stood beside an opener that is gone', async ({
  open,
}) => {
  const { page, show, holder } = await openPage(open);
  const dialog =
    '<div id="dialog" role="dialog"><button id="yes">yes</button></div><button id="beside">beside</button>';
  await show(ROWS + dialog);
  await focus(page, 'two');
  await focus(page, 'yes');
  await remove(page, 'dialog');
  expect(await holder()).toBe('two');

  await show(ROWS + dialog);
  await focus(page, 'two');
  await focus(page, 'yes');
  await remove(page, 'b');
  expect(await holder()).toBe('yes');
  await remove(page, 'dialog');
  expect(await holder()).toBe('three');
});

test('who has given the focus away keeps it so; who was disabled first has not', async ({ open }) => {
  const { page, show, holder } = await openPage(open);
  await show(ROWS);
  await focus(page, 'two');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await holder()).toBe('body');
  await remove(page, 'b');
  expect(await holder()).toBe('body');

  await show('<button id="x">x</button><button id="y">y</button>');
  await focus(page, 'x');
  await page.locator('#x').evaluate((button: HTMLButtonElement) => (button.disabled = true));
  await holder();
  await remove(page, 'x');
  expect(await holder()).toBe('y');

  await show(`${ROWS}<h1 id="head" tabindex="-1">head</h1>`);
  await focus(page, 'two');
  await page.evaluate(() => {
    document.getElementById('b')?.remove();
    document.getElementById('head')?.focus();
  });
  expect(await holder()).toBe('head');
});

test('a field takes it where there is a keyboard, and is passed over on a phone', async ({ open }) => {
  const html = '<button id="x">x</button><input id="field"><button id="y">y</button>';
  for (const [options, takes] of [
    [{}, 'field'],
    [{ hasTouch: true, isMobile: true }, 'y'],
  ] as const) {
    const { page, show, holder } = await openPage(open, options);
    await show(html);
    await focus(page, 'x');
    await remove(page, 'x');
    expect(await holder()).toBe(takes);
  }
});
