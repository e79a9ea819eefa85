import { setTimeout as pass } from 'node:timers/promises';
import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ relay: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });
test.setTimeout(180_000);

const LOW = 440;
const HIGH = 1000;
const OUTAGE_MS = 12_000;
/** Browsers notice after some seconds that nothing comes any more. */
const NOTICED_MS = 20_000;
/** Two attempts of 10 s; the server gives up 30 s after it was told of the trouble. */
const GIVEN_UP_MS = 60_000;

test('a call outlives trouble on one side and an outage of 12 s; when nothing comes back it ends for both', async ({
  arrive,
  outage,
}) => {
  const people = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
  const [ann, bob] = people;
  const hearEachOther = () => Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
  await talk(ann, bob);
  await hearEachOther();
  const { callId } = await ann.callNow();

  await test.step('trouble that only one side sees is over for both when that side sees none any more', async () => {
    for (const [troubled, other] of [people, people.toReversed()] as const) {
      await troubled.sees('lost');
      await expect(troubled.text('Reconnecting… try 1 of 2')).toBeVisible();
      await expect(troubled.text("Network unstable? We'll try to reconnect up to 2 times.")).toBeVisible();
      await expect(other.text(/^Reconnecting…$/)).toBeVisible();
      await troubled.sees('it is');
      for (const one of people) await expect(one.text(/Reconnecting/)).toBeHidden();
      await hearEachOther();
    }
  });

  await test.step('after an outage of 12 s they hear each other again', async () => {
    await outage(async () => {
      const over = pass(OUTAGE_MS);
      await Promise.all(
        people.map((one) => expect(one.text('Reconnecting… try 1 of 2')).toBeVisible({ timeout: NOTICED_MS })),
      );
      await over;
    });
    await hearEachOther();
    for (const one of people) await expect(one.text(/Reconnecting/)).toBeHidden();
    expect((await ann.callNow()).callId).toBe(callId);
  });

  await test.step('an outage that does not end ends the call, and both read why', async () => {
    await outage(async () => {
      await Promise.all(
        people.map(async (one) => {
          await one.text('Reconnecting… try 2 of 2').waitFor({ timeout: GIVEN_UP_MS });
          await one.text('The connection did not come back.').waitFor({ timeout: GIVEN_UP_MS });
          await expect(one.button('Start a call')).toBeVisible();
        }),
      );
    });
  });
});
