import { expect, unhurried as test } from './support/test.ts';

test('where no operator is named the texts say whom else to ask, and what a tab keeps for itself', async ({
  open,
  product,
}) => {
  const page = await open('none');
  await page.goto(`${product.url}/privacy`);
  await expect(page.getByText('Ask whoever told you about it').first()).toBeVisible();
  await expect(page.getByText('a random number, by which the server recognises the tab')).toBeVisible();
});
