import { expect, OPERATOR, test } from './support/test.ts';

test('the terms say whom to ask, and lead to a privacy policy that says what is kept', async ({ open, product }) => {
  const page = await open('none');
  await page.goto(`${product.url}/terms`);
  await expect(page.getByRole('heading', { name: 'Adults only' })).toBeVisible();
  const contact = page.getByRole('link', { name: OPERATOR.OPERATOR_CONTACT }).first();
  await expect(contact).toHaveAttribute('href', `mailto:${OPERATOR.OPERATOR_CONTACT}`);
  await page.getByRole('link', { name: 'Privacy Policy', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByText('there is no recording')).toBeVisible();
});

test('a text of the operator’s own stands in place of the one that comes along', async ({ open, product }) => {
  const page = await open('none');
  await page.goto(`${product.url}/terms`);
  await page.getByRole('link', { name: 'community rules', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Read it there' })).toHaveAttribute('href', OPERATOR.RULES_URL);
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
