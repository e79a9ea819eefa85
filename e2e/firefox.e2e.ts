import { hasFirefox } from './support/firefox.ts';
import { makeFriends } from './support/friends.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { isReady, step } from './support/page-cache.ts';
import { Participant } from './support/participant.ts';
import { drawPicture, listenTo } from './support/pictures.ts';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { expect, test as base } from './support/test.ts';
import { subscribeToNobody } from './support/worker.ts';

const test = base.extend({
  settings: [
    { CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '60', PUSH_ALLOWED_HOSTS: 'push.invalid' },
    { scope: 'worker' },
  ],
});

test.skip(!hasFirefox(), 'not run: it needs Firefox (apt-get install firefox-esr)');
test.setTimeout(180_000);
// On a busy machine these engines take longer than Chromium until a first page can be used.
test.use({ actionTimeout: 30_000, navigationTimeout: 30_000 });

test('Chromium and Firefox hear each other, both like, write, and send a voice and a picture to see once', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'mateo', voice: LOW, browser: 'firefox' }),
    arrive({ who: 'mei', voice: HIGH }),
  ]);

  await test.step('a call by ear, a muted microphone, the decision, the reveal', async () => {
    await talk(ann, bob, 'the sea');
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    await expect(ann.text('Topic: the sea')).toBeVisible();
    await ann.button('Mute').click();
    await bob.receivesSilence();
    await ann.pressed('Mute').click();
    await bob.hears(LOW);
    await bob.button('Mute').click();
    await ann.receivesSilence();
    await bob.pressed('Mute').click();
    await ann.hears(HIGH);
    await bothLike(ann, bob);
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await expect(one.page.getByRole('heading', { name: other.name })).toBeVisible();
      await expect(one.page.getByRole('img', { name: other.name })).toBeVisible();
    }
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  });

  await test.step('the chat, both ways', async () => {
    await ann.button('Open chat').click();
    await bob.button('Open chat').click();
    await ann.write('So that is your face.');
    await expect(bob.message('So that is your face.')).toBeVisible();
    await bob.write('And that is yours.');
    await expect(ann.message('And that is yours.')).toBeVisible();
    await ann.callBar.getByRole('button', { name: 'End call' }).click();
    await expect(bob.callBar).toHaveCount(0);
  });

  await test.step('a voice message of Firefox is heard in Chromium', async () => {
    await ann.button('Record voice message').click();
    await expect(ann.page.getByRole('timer')).toHaveText('0:03');
    await ann.button('Stop and listen').click();
    await ann.button('Send voice message').click();
    const play = bob.page.getByRole('log').getByRole('button', { name: /^Play voice message, 0:0[34]/ });
    const address = bob.page.waitForResponse((answer) => answer.url().includes('/api/v1/media/') && answer.ok());
    await play.click();
    const { hertz, seconds } = await listenTo(bob.page, (await address).url());
    expect(Math.abs(hertz - LOW)).toBeLessThan(12);
    expect(seconds).toBeGreaterThan(2.5);
  });

  await test.step('one of Chromium is heard in Firefox', async () => {
    await bob.button('Record voice message').click();
    await expect(bob.page.getByRole('timer')).toHaveText('0:02');
    await bob.button('Stop and listen').click();
    await bob.button('Send voice message').click();
    const log = ann.page.getByRole('log');
    await log.getByRole('button', { name: /^Play voice message, 0:0[23]/ }).click();
    // At its end it is as before.
    await expect(log.getByRole('slider', { name: 'Position' }).last()).toHaveAttribute('aria-valuenow', '1');
  });

  await test.step('a picture of Chromium is seen once in Firefox', async () => {
    const base64 = await drawPicture(bob.page, { width: 600, height: 800 });
    const chooser = bob.page.waitForEvent('filechooser');
    await bob.button('Attach a picture').click();
    await bob.page.getByRole('menuitem', { name: 'One-time image', exact: true }).click();
    await (await chooser).setFiles({ name: 'sky.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') });
    await bob.dialog(`Send to ${ann.name}`).getByRole('button', { name: 'Send' }).click();
    await ann.button('See it once').click();
    await ann.button('Open it now').click();
    const picture = ann.dialog('One-time image').getByRole('img', { name: 'One-time image' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
    await ann.button('Close').click();
    for (const one of [ann, bob]) await expect(one.message('One-time image, opened')).toBeVisible();
  });
});

test('two Firefoxes hear each other, and a dislike ends it for both', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'kai', voice: LOW, browser: 'firefox' }),
    arrive({ who: 'ama', voice: HIGH, browser: 'firefox' }),
  ]);
  await talk(ann, bob);
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  await ann.button('End call').click();
  await bob.button('Dislike').click();
  await expect(bob.text('Not a match. Call will end.')).toBeVisible();
  for (const one of [ann, bob]) await expect(one.button('Start a call')).toBeVisible();
});

test('by keyboard alone in Firefox: signing in, a topic, a call, a like, the chat and its first word', async ({
  open,
  arrive,
  product,
}) => {
  const page = await open(LOW, { permissions: ['microphone'] }, 'firefox');
  const ann = new Participant({ page, who: 'wei', product });
  const bob = await arrive({ who: 'ama', voice: HIGH });
  await ann.go('/call');
  await enterOn(page, page.getByRole('link', { name: /^Continue with/ }));
  await enterOn(page, ann.button(/^Wei/));
  await tabTo(page, page.getByLabel(/Topic/));
  await page.keyboard.type('The last train home');
  await enterOn(page, ann.button('Start a call'));
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await bob.startCall();
  await expect(ann.timer).toBeVisible();
  await expect(bob.text('Topic: The last train home')).toBeVisible();
  await enterOn(page, ann.button('End call'));
  await expect(ann.decision).toBeFocused();
  await enterOn(page, ann.button('Like'));
  await bob.button('Like').click();
  await bob.button('Open chat').click();
  await enterOn(page, ann.button('Open chat'));
  await tabTo(page, page.getByRole('textbox', { name: /^Message/ }));
  await page.keyboard.type('So which one was it?');
  await page.keyboard.press('Enter');
  await expect(bob.message('So which one was it?')).toBeVisible();
  await ann.wire.leaveAll();
});

test('in Firefox: a text match that both like, back and forth, and the offer to be told', async ({
  arrive,
  product,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'noor', voice: 'none', browser: 'firefox', worker: 'ours', before: subscribeToNobody }),
    arrive({ who: 'kai', voice: 'none' }),
  ]);
  const { page } = ann;

  await test.step('a text match, the likes, the names', async () => {
    await find(ann);
    await expect(ann.dialog('Finding someone…')).toContainText('Number 1 of 1 in the queue');
    await find(bob);
    for (const one of [ann, bob]) await expect(one.page.getByRole('heading', { name: 'Anonymous' })).toBeVisible();
    await ann.write('Hello, whoever you are');
    await expect(bob.message('Hello, whoever you are')).toBeVisible();
    await ann.button('Like').click();
    await bob.button('Like').click();
    await expect(ann.dialog('Kai')).toContainText('You both like each other.');
    await expect(bob.dialog('Noor')).toBeVisible();
    for (const one of [ann, bob]) await one.button('Keep writing').click();
  });

  await test.step('back and forward, and what is written then arrives', async () => {
    const room = page.url();
    await page.getByRole('link', { name: /^Home/ }).first().click();
    await page.waitForURL(`${product.url}/home`, { waitUntil: 'commit' });
    await isReady(page);
    await step(page, -1, room);
    await ann.write('Back again');
    await expect(bob.message('Back again')).toBeVisible();
    await step(page, 1, `${product.url}/home`);
    await step(page, -1, room);
    await bob.write('So I see');
    await expect(ann.message('So I see')).toBeVisible();
  });

  await test.step('the offer to be told is taken, and Firefox is known as a device', async () => {
    await page.context().grantPermissions(['notifications'], { origin: product.url });
    const room = `/chat/${await makeFriends(ann, await arrive({ who: 'mei', voice: 'none' }))}`;
    await ann.go(room);
    await ann.write('Are you there?');
    const offer = page.getByRole('complementary', { name: 'Shall we tell you when they answer?' });
    await offer.getByRole('button', { name: 'Tell me' }).click();
    await expect(offer).toBeHidden();
    await ann.go('/settings');
    await expect(page.getByRole('switch', { name: /^Notifications on this device/ })).toBeChecked();
  });
});

async function bothLike(ann: Participant, bob: Participant): Promise<void> {
  await ann.button('End call').click();
  await Promise.all([expect(ann.decision).toBeVisible(), expect(bob.decision).toBeVisible()]);
  await ann.button('Like').click();
  await expect(ann.text('Waiting for them')).toBeVisible();
  await bob.button('Like').click();
  for (const one of [ann, bob]) await expect(one.text("It's a match! Continuing call.")).toBeVisible();
}

async function find(one: Participant): Promise<void> {
  await one.go('/mode3');
  await one.button('Find someone').click();
}
