import type { Page } from '@playwright/test';
import { HIGH, LOW, talk } from './support/scenes.ts';
import { report, SIZE } from './support/size.ts';
import { expect, test } from './support/test.ts';

/** Browsers need some 5 s to notice, and what follows 2 s after that. */
const BACK_MS = 20_000;
/** 30 s from the moment that they have. */
const OVER_MS = 60_000;

test.use({ relay: 'two coturns', settings: {} });

// Some minutes. That a coturn takes what is held for another, and that 30 s without sound end a call, is shown without browsers.
if (SIZE === 'full') {
  test('a coturn that is killed in the middle of a call is replaced by the other one; without any it ends for both, who read why', async ({
    arrive,
    turnServers,
  }) => {
    test.setTimeout(180_000);
    const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: LOW }), arrive({ who: 'mei', voice: HIGH })]);
    await talk(ann, bob);
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    const { callId } = await ann.callNow();

    const used = await relayOf(ann.page);
    const [inUse, other] = turnServers.toSorted((one) => (used.includes(`:${one.port}`) ? -1 : 1));
    const killedAt = performance.now();
    await inUse!.kill();
    // Until nothing comes from there any more, what is heard is heard over the old one.
    await expect.poll(() => relayOf(ann.page), { timeout: BACK_MS }).toContain(`:${other!.port}`);
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    report(`a coturn of two is killed: heard again after ${Math.round(performance.now() - killedAt)} ms`);
    expect(await Promise.all([ann, bob].map(async (one) => (await one.callNow()).callId))).toEqual([callId, callId]);

    const lostAt = performance.now();
    await other!.kill();
    await Promise.all(
      [ann, bob].map((one) => one.text('The connection did not come back.').waitFor({ timeout: OVER_MS })),
    );
    report(`the last coturn is killed: over for both after ${Math.round(performance.now() - lostAt)} ms`);
    for (const one of [ann, bob]) await expect(one.button('Start a call')).toBeVisible();
  });
}

/** The address of the relay that a page's own side runs over; empty while there is none. */
function relayOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stats = await window.testEar.connections
      .findLast(({ signalingState }) => signalingState !== 'closed')
      ?.getStats();
    const reports = [...(stats?.values() ?? [])];
    const transport = reports.find(({ type }) => type === 'transport');
    const pair = reports.find(({ id }) => id === transport?.selectedCandidatePairId);
    return String(reports.find(({ id }) => id === pair?.localCandidateId)?.url ?? '');
  });
}
