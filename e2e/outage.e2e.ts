import { setTimeout as pass } from 'node:timers/promises';
import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ path: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });
test.setTimeout(120_000);

const LOW = 440;
const HIGH = 1000;
const OUTAGE_MS = 12_000;
/** Browsers notice after some seconds that nothing comes any more. */
const NOTICED_MS = 20_000;
/** The server waits 30 s for a side that reported its trouble. */
const GIVEN_UP_MS = 60_000;

test('after an outage of 12 s the two hear each other again', async ({ arrive, outage }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
  await talk(ann, bob);
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  const { callId } = await ann.callNow();

  await outage(async () => {
    const over = pass(OUTAGE_MS);
    await Promise.all(
      [ann, bob].map((one) => expect(one.text('Reconnecting… try 1 of 2')).toBeVisible({ timeout: NOTICED_MS })),
    );
    await over;
  });

  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  for (const one of [ann, bob]) await expect(one.text(/Reconnecting/)).toBeHidden();
  expect((await ann.callNow()).callId).toBe(callId);
});

test('an outage that does not end ends the call for both, and they read why', async ({ arrive, outage }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: LOW }), arrive({ who: 'ama', voice: HIGH })]);
  await talk(ann, bob);
  await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

  await outage(async () => {
    await Promise.all(
      [ann, bob].map(async (one) => {
        await expect(one.text('Reconnecting… try 2 of 2')).toBeVisible({ timeout: GIVEN_UP_MS });
        await expect(one.text('The connection did not come back.')).toBeVisible({ timeout: GIVEN_UP_MS });
        await expect(one.button('Start a call')).toBeVisible();
      }),
    );
  });
});

test('trouble that only one side sees is over for both when that side sees none any more', async ({ arrive }) => {
  const people = await Promise.all([arrive({ who: 'noor', voice: LOW }), arrive({ who: 'mateo', voice: LOW })]);
  const [ann, bob] = people;
  await talk(ann, bob);
  await Promise.all([ann.hears(LOW), bob.hears(LOW)]);

  for (const [troubled, other] of [people, people.toReversed()] as const) {
    await troubled.sees('lost');
    await expect(troubled.text('Reconnecting… try 1 of 2')).toBeVisible();
    await expect(other.text(/^Reconnecting…$/)).toBeVisible();
    await troubled.sees('it is');
    for (const one of people) await expect(one.text(/Reconnecting/)).toBeHidden();
    await Promise.all([ann.hears(LOW), bob.hears(LOW)]);
  }
});
