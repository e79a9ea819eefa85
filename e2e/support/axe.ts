import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** target-size is in wcag22aa and off without it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** As it is shown, and in the other appearance, of which only the colours can be at fault. */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  // Nothing fades then, and nothing has to be waited for.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shown = await axeOn(page).withTags(TAGS).analyze();
  expect(violations(shown), what).toEqual([]);
  await page.evaluate(changeAppearance);
  const other = await axeOn(page).withRules(['color-contrast']).analyze();
  await page.evaluate(changeAppearance);
  expect(violations(other), `${what}, the other appearance`).toEqual([]);
}

/**
 * Without frames there is no need to gather the results in a page of their own. The guards around an open menu are not looked
 * at: they pass the focus on as soon as they have it, which axe cannot see.
 */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().exclude('[data-base-ui-focus-guard]');
}

function violations({ violations: found }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Runs in the page. */
function changeAppearance(): void {
  const { dataset } = document.documentElement;
  dataset['appearance'] = dataset['appearance'] === 'dark' ? 'light' : 'dark';
}
