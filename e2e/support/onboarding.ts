import type { Page } from '@playwright/test';

/** What everybody is asked at their first sign-in. */
export async function onboard(page: Page, { name, born }: { name: string; born: string }): Promise<void> {
  await page.getByLabel('Birth date').fill(born);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Country or region').fill('Taiwan');
  await page.getByRole('option', { name: 'Taiwan', exact: true }).click();
  await page.getByLabel('Languages you speak').selectOption({ label: 'Japanese' });
  await page.getByRole('checkbox', { name: 'I am 18 or older' }).check();
  await page.getByRole('button', { name: 'Go over the horizon' }).click();
}
