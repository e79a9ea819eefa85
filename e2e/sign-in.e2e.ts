import type { Page } from '@playwright/test';
import { onboard } from './support/onboarding.ts';
import { choosePersona } from './support/participant.ts';
import { expect, test } from './support/test.ts';

const NO_VOICE = 'none';

test('a signed-out person is sent to the login page and from there to where they wanted to go', async ({
  open,
  product,
}) => {
  const page = await open(NO_VOICE);
  await page.goto(`${product.url}/settings`);
  await expect(page).toHaveURL(/\/login$/);
  await continueAs(page, 'Wei');
  await expect(page).toHaveURL(`${product.url}/settings`);
});

test('a person with no name yet sets up who they are, and then gets where they wanted to go', async ({
  open,
  product,
}) => {
  const page = await open(NO_VOICE);
  await page.goto(`${product.url}/profile`);
  await continueAs(page, 'Nameless');
  await expect(page).toHaveURL(/\/onboarding/);
  await onboard(page, { name: 'Robin', born: '1990-05-17' });
  await expect(page).toHaveURL(`${product.url}/profile`);
  await expect(page.getByText('Robin').first()).toBeVisible();
});

test('somebody under 18 is refused for good', async ({ open, product }) => {
  const page = await open(NO_VOICE);
  const refusal = page.getByRole('heading', { name: 'Not yet' });
  await page.goto(`${product.url}/chats`);
  await continueAs(page, 'Teen');
  await onboard(page, { name: 'Teen', born: '2012-01-01' });
  await expect(refusal).toBeVisible();
  await page.reload();
  await expect(refusal).toBeVisible();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(refusal).toBeHidden();
  await page.goto(`${product.url}/chats`);
  await continueAs(page, 'Teen');
  await expect(refusal).toBeVisible();
});

test('somebody under 18 reaches a copy of their data, and deletes their account', async ({ open, product }) => {
  const page = await open(NO_VOICE);
  await page.goto(`${product.url}/onboarding`);
  await continueAs(page, 'Teen');
  await page.getByRole('link', { name: 'Export my data' }).click();
  await page.getByRole('button', { name: 'Make a copy' }).click();
  await expect(page.getByText(/^Your copy is being made|^It is there until/)).toBeVisible();
  await page.goto(`${product.url}/settings/delete`);
  await page.getByLabel(/^Type/).fill('delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('the signed-in are kept away from login and register, and logging out ends it in every tab', async ({
  open,
  product,
}) => {
  const page = await open(NO_VOICE);
  await page.goto(`${product.url}/chats`);
  await continueAs(page, 'Mei-Lin');
  await expect(page).toHaveURL(`${product.url}/chats`);
  for (const path of ['/login', '/register']) {
    await page.goto(product.url + path);
    await expect(page).toHaveURL(`${product.url}/chats`);
  }
  const other = await page.context().newPage();
  await other.goto(`${product.url}/home`);
  await page.goto(`${product.url}/settings`);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  // Who signs in next does not go on in the settings.
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveAttribute('href', /returnTo=%2Fchats%3F/);
  await expect(other).toHaveURL(/\/login$/);
  await page.goto(`${product.url}/home`);
  await expect(page).toHaveURL(/\/login$/);
});

test('a foreign address to return to leads nowhere but home', async ({ open, product }) => {
  const page = await open(NO_VOICE);
  for (const foreign of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`${product.url}/api/v1/auth/login?provider=local&returnTo=${encodeURIComponent(foreign)}`);
    await choosePersona(page, 'Kai');
    await expect(page).toHaveURL(new RegExp(`^${product.url}/`));
  }
});

test('/mode2 and /call open the call tab', async ({ open, product }) => {
  const page = await open(NO_VOICE);
  await page.goto(`${product.url}/mode2`);
  await continueAs(page, 'Ama');
  for (const path of ['/mode2', '/call']) {
    await page.goto(product.url + path);
    await expect(page).toHaveURL(`${product.url}/chats`);
    await expect(page.getByRole('button', { name: 'Start a call' })).toBeVisible();
  }
});

async function continueAs(page: Page, persona: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await choosePersona(page, persona);
}
