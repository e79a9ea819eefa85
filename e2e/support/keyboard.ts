import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has before what is looked for. */
const MOST = 60;

/** Tab until it has the focus, as somebody does who has no mouse. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let pressed = 0; pressed < MOST; pressed++) {
    if (await goal.evaluate((element) => element.matches(':focus-visible'))) return;
    await page.keyboard.press('Tab');
  }
  await expect(goal, `after ${MOST} times Tab`).toBeFocused();
}

/** The same, and Enter. */
export async function enterOn(page: Page, goal: Locator): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press('Enter');
}
