import type { Locator } from '@playwright/test';
import { missEvents } from './support/missed.ts';
import { HIGH, LOW } from './support/scenes.ts';
import { SIZE } from './support/size.ts';
import { expect, test } from './support/test.ts';

test.use({ settings: { CAN_DISLIKE_SECONDS: '1', DECISION_SECONDS: '60' } });
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
    const learns = async (what: string, sight: Locator): Promise<void> => {
      const since = performance.now();
      await expect(sight).toBeVisible({ timeout: KNOWN_MS });
      console.log(`${what}: known after ${Math.round(performance.now() - since)} ms`);
      expect(missed(), `events missed of the ${what}`).toBeGreaterThan(before);
      before = missed();
    };

    await ann.startCall();
    await expect(ann.finding).toBeVisible();
    await bob.startCall();
    await expect(bob.call).toBeVisible();
    await learns('match', ann.call);
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);

    await bob.button('End call').click();
    await expect(bob.decision).toBeVisible();
    await learns('decision', ann.decision);

    await ann.button('Like').click();
    await bob.button('Like').click();
    await expect(bob.page.getByRole('heading', { name: ann.name })).toBeVisible();
    await learns('reveal', ann.page.getByRole('heading', { name: bob.name }));

    await bob.button('End call').click();
    await expect(bob.button('Start a call')).toBeVisible();
    await learns('end', ann.button('Start a call'));
  });
}
