import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { SIZE } from './size.ts';

/** target-size is in wcag22aa and off without it. */
const EVERYTHING: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast'] };

/**
 * As it is shown, and in the other appearance: its colours, of which alone they can be at fault, or in the full size
 * everything once more.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  // Nothing fades then, and nothing has to be waited for.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  expect(await page.evaluate(violations, EVERYTHING), what).toEqual([]);
  await page.evaluate(changeAppearance);
  const other = await page.evaluate(violations, SIZE === 'full' ? EVERYTHING : COLOURS);
  expect(other, `${what}, the other appearance`).toEqual([]);
  await page.evaluate(changeAppearance);
}

/**
 * Runs in the page. The guards around an open menu are not looked at: they pass the focus on as soon as they have it,
 * which axe cannot see.
 */
async function violations(runOnly: axe.RunOnly): Promise<string[]> {
  const engine = (window as unknown as { axe: typeof axe }).axe;
  const { violations: found } = await engine.run(
    { exclude: ['[data-base-ui-focus-guard]'] },
    // Nothing to be gathered from frames or fetched: there are none, and the styles say nothing of which way up a phone is held.
    { runOnly, resultTypes: ['violations'], iframes: false, preload: false },
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Runs in the page. */
function changeAppearance(): void {
  const { dataset } = document.documentElement;
  dataset['appearance'] = dataset['appearance'] === 'dark' ? 'light' : 'dark';
}
