import { beforeEach, expect, test, vi } from 'vitest';

let inPage: string[];
let links: { rel?: string; href?: string; remove: () => void; events: EventTarget }[];
let answers: Record<string, number>;
let fetched: string[];

beforeEach(() => {
  [inPage, links, answers, fetched] = [[], [], {}, []];
  vi.resetModules();
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (inPage.some((path) => selector.includes(`"${path}"`)) ? {} : null),
    createElement: () => {
      const events = new EventTarget();
      const link = { events, addEventListener: events.addEventListener.bind(events), remove: () => links.pop() };
      return link;
    },
    head: { append: (link: (typeof links)[number]) => links.push(link) },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    if (answers[path] === 0) throw new TypeError('Failed to fetch');
    return new Response('', { status: answers[path] ?? 200 });
  });
});

const FILES = ['assets/sheet.js', 'assets/base.js'];

test.each([
  ['that cannot be fetched', 0],
  ['that is gone', 404],
])('a chunk with a file %s is not imported, and all of it is there at the next call', async (_, status) => {
  const { loadScripts } = await import('./load-scripts.ts');
  const load = vi.fn(async () => 'the sheet');
  answers['/assets/base.js'] = status;
  await expect(loadScripts(load, FILES)).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  answers = {};
  expect(await loadScripts(load, FILES)).toBe('the sheet');
  expect(fetched).toEqual(['/assets/sheet.js', '/assets/base.js', '/assets/base.js']);
});

test('what the page has begun with, and what was loaded before, is not fetched', async () => {
  const { loadScripts } = await import('./load-scripts.ts');
  inPage = ['/assets/base.js'];
  await Promise.all([loadScripts(async () => {}, FILES), loadScripts(async () => {}, FILES)]);
  await loadScripts(async () => {}, FILES);
  expect(fetched).toEqual(['/assets/sheet.js']);
  expect(links.map(({ rel, href }) => [rel, href])).toEqual([['modulepreload', '/assets/sheet.js']]);
});

test('a style that does not come is asked for again', async () => {
  const { loadScripts } = await import('./load-scripts.ts');
  const first = loadScripts(async () => 'styled', ['assets/sheet.css']);
  links[0]?.events.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow('/assets/sheet.css');
  expect(links).toEqual([]);
  const second = loadScripts(async () => 'styled', ['assets/sheet.css']);
  links[0]?.events.dispatchEvent(new Event('load'));
  expect(await second).toBe('styled');
});
