import { missEvents } from './support/missed.ts';
import type { Participant } from './support/participant.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { expect, test } from './support/test.ts';
import { dialogTexts, noteTimer, timerTexts } from './support/timer.ts';

const DECISION_SECONDS = 12;
/** By which a page may be late, and its clock not be off. */
const LATE_SECONDS = 3;

test.use({
  settings: {
    CALL_SECONDS: '6',
    REMINDER_SECONDS: '3',
    CAN_DISLIKE_SECONDS: '1',
    DECISION_SECONDS: String(DECISION_SECONDS),
  },
});

type Pair = readonly [Participant, Participant];

test('the time runs out: a reminder, the decision, undecided is no match, also for whom no event reaches', async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([
    arrive({ who: 'wei', voice: LOW, before: noteTimer }),
    arrive({ who: 'mei', voice: HIGH, before: noteTimer }),
  ]);
  const missed = await missEvents(ann);
  await meet([ann, bob]);
  await Promise.all(
    [ann, bob].map(async (one) => {
      await one.text('Please choose Like or Dislike').waitFor();
      await one.decision.waitFor();
      // It stands there for three seconds.
      await expect
        .poll(() => dialogTexts(one.page), { timeout: 15_000 })
        .toContainEqual(expect.stringContaining('Not a match. Call will end.'));
      await one.button('Start a call').waitFor();
    }),
  );
  expect(missed()).toBeGreaterThan(2);
});

test('clocks that are 90 s off count right, and the decision is taken by keyboard', async ({ arrive }) => {
  const pair = await Promise.all([
    arrive({ who: 'kai', voice: LOW, clock: 90_000, before: noteTimer }),
    arrive({ who: 'ama', voice: HIGH, clock: -90_000, before: noteTimer }),
  ]);
  await meet(pair);
  for (const one of pair) await expect(one.decision).toBeVisible();
  await test.step('the decision traps the focus, begins at its heading, and Enter chooses nothing', async () => {
    await chooseByKeyboard(pair);
  });
  for (const { page } of pair) {
    const texts = await timerTexts(page);
    const countdown = texts.flatMap((text) => /^Time remaining: (\d+)s$/.exec(text)?.slice(1).map(Number) ?? []);
    expect(texts[0]).toMatch(/^0:0\d/);
    // A clock taken for the other's would be minutes away; the call that goes on counts up.
    for (const text of texts) expect(text).toMatch(/^(0:[0-4]\d|Time remaining)/);
    expect(countdown[0]).toBeLessThanOrEqual(DECISION_SECONDS);
    expect(countdown[0]).toBeGreaterThanOrEqual(DECISION_SECONDS - LATE_SECONDS);
  }
});

/** Both are, or have been, in one call: it may be over by the time the test looks. */
async function meet(pair: Pair): Promise<void> {
  const [one, other] = pair;
  await one.startCall();
  await expect(one.finding).toBeVisible();
  await other.startCall();
  for (const { page } of pair) {
    await expect.poll(() => timerTexts(page)).toContainEqual(expect.stringMatching(/^\d:\d\d/));
  }
}

async function chooseByKeyboard([ann, bob]: Pair): Promise<void> {
  await expect(ann.decision).toBeFocused();
  await expect(
    ann.page.getByRole('alert').filter({ hasText: /^(1[0-2]|[1-9]) seconds? left to choose$/ }),
  ).toBeAttached();
  await ann.page.keyboard.press('Enter');
  for (const name of ['Report and leave', 'Dislike', 'Like', 'Report and leave', 'Dislike', 'Like']) {
    await ann.page.keyboard.press('Tab');
    await expect(ann.button(name)).toBeFocused();
  }
  await ann.page.keyboard.press('Enter');
  await expect(ann.text('Waiting for them')).toBeVisible();
  await bob.button('Like').click();
  await expect(bob.text("It's a match! Continuing call.")).toBeVisible();
}
