import { readFile } from 'node:fs/promises';
import { expect, test } from './support/test.ts';

// People who leave are in nobody's way: a product of its own.
test.use({ settings: { CAN_DISLIKE_SECONDS: '0', TEXT_COOLDOWN_SECONDS: '60' } });

test('somebody takes a copy of their data along, leaves, comes back and stays', async ({ arrive, product }) => {
  const ama = await arrive({ who: 'ama', voice: 'none', session: 'own' });
  const { page } = ama;
  await ama.go('/settings');
  await page.getByRole('link', { name: 'Export my data' }).click();
  await ama.button('Make a copy').click();
  const link = page.getByRole('link', { name: /^Download/ });
  const download = page.waitForEvent('download');
  await link.click();
  const zip = await readFile(await (await download).path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');

  await ama.go('/settings/delete');
  await expect(ama.button('Delete my account')).toBeDisabled();
  await page.getByLabel('Type “delete” to go on').fill('delete');
  await ama.button('Delete my account').click();
  await page.waitForURL(`${product.url}/login`);

  await ama.signIn('/leaving');
  await expect(page.getByRole('heading', { level: 1, name: 'You are leaving' })).toBeVisible();
  await ama.go('/chats');
  await page.waitForURL(`${product.url}/leaving`);
  await ama.button('Keep my account').click();
  await page.waitForURL(`${product.url}/chats`);
});

test('help, about and contact answer, and lead to one another', async ({ open, product }) => {
  const page = await open('none');
  await page.goto(`${product.url}/help`);
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByText('No call is recorded')).toBeVisible();
  await page.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
});
