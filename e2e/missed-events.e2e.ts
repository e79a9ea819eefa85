import { missEvents } from './support/missed.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { report, SIZE } from './support/size.ts';
import { expect, unhurried as test } from './support/test.ts';

test.setTimeout(240_000);

const KNOWN_MS = 35_000;

// Timers of half a minute. What takes seconds is in timed-call.
if (SIZE === 'full') {
  test('whom no event reaches follows the call all the same: match, decision, reveal and end, each within 35 s', async ({
    arrive,
  }) => {
    const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
    const missed = await missEvents(ann);
    let before = 0;
    const learns = async (what: string, seen: (within: { timeout: number }) => Promise<void>): Promise<void> => {
      const since = performance.now();
      await seen({ timeout: KNOWN_MS });
      report(`${what}: known after ${Math.round(performance.now() - since)} ms`);
      expect(missed(), `events missed of the ${what}`).toBeGreaterThan(before);
      before = missed();
    };

    await ann.startCall();
    await expect(ann.finding).toBeVisible();
    await bob.startCall();
    await expect(bob.call).toBeVisible();
    await learns('match', (within) => expect(ann.call).toBeVisible(within));
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

    await bob.button('End call').click();
    await expect(bob.decision).toBeVisible();
    await learns('decision', (within) => expect(ann.decision).toBeVisible(within));

    await ann.button('Like').click();
    await bob.button('Like').click();
    const bobsFace = ann.page.getByRole('img', { name: bob.name });
    await expect(bob.page.getByRole('img', { name: ann.name })).toBeVisible();
    await learns('reveal', (within) => expect(bobsFace).toBeVisible(within));

    await bob.button('End call').click();
    await expect(bob.page.getByRole('img', { name: ann.name })).toBeHidden();
    await learns('end', (within) => expect(bobsFace).toBeHidden(within));
  });
}
