import {
  callByCable,
  type Caller,
  connectLate,
  type Cut,
  EVERY_LATE_CUT,
  loseCall,
  outlive,
  secondsOf,
} from './cuts.ts';
import { watchFrames } from './frames.ts';
import { HIGH, LOW, talk } from './scenes.ts';
import { expect, type test as Test } from './test.ts';

const RELAYED = { local: 'relay', remote: 'relay' };

/** Without a search the browser takes as long again. */
const A_LATE_CUT: Cut = { seconds: 8, whose: 'the offering side' };

interface RelayedCallOptions {
  /** On whichever product. */
  test: typeof Test;
  cuts: readonly Cut[];
  /** Another call that is cut for longer than calls wait, meanwhile; one after the other a cut is measured better. */
  lost: 'meanwhile' | 'alone' | 'elsewhere';
}

/** What a call owes to two people through whichever relay. */
export function relayedCallTests({ test, cuts, lost }: RelayedCallOptions): void {
  test('a relayed call sounds the same, neither learns where the other is, and it outlives cuts and a reload', async ({
    arrive,
    cable,
  }) => {
    test.setTimeout(120_000 + 2 * secondsOf(cuts) * 1_000);
    const callers = await callByCable({ arrive, cable }, ['wei', 'mei']);
    for (const { person } of callers) expect(await person.runsOver()).toEqual(RELAYED);
    const others = lost === 'meanwhile' ? await callByCable({ arrive, cable }, ['kai', 'ama']) : null;
    await Promise.all([outlive(cuts, callers).then(() => outliveReload(callers)), others && loseCall(others)]);
    for (const { told } of callers) expectRelayCandidates(told.heard);
  });

  if (lost === 'alone') {
    test('a call that is cut for longer than calls wait is lost', async ({ arrive, cable }) => {
      test.setTimeout(120_000);
      await loseCall(await callByCable({ arrive, cable }, ['kai', 'ama']));
    });
  }

  for (const late of lost === 'alone' ? EVERY_LATE_CUT : [A_LATE_CUT]) {
    test(`two are connected after their match though it takes ${late.seconds} s until there is a network for ${late.whose}`, async ({
      arrive,
      cable,
    }) => {
      await connectLate(late, { arrive, cable }, ['wei', 'mei']);
    });
  }

  test('a page that offers its own addresses cannot get them across', async ({ arrive }) => {
    const [eve, bob] = await Promise.all([
      arrive({ who: 'kai', voice: LOW, before: offerEverything }),
      arrive({ who: 'ama', voice: HIGH }),
    ]);
    const [told, said] = [watchFrames(bob), watchFrames(eve)];
    // Whoever waits has their way through the relay tried, and does not pass by another way.
    await talk(bob, eve);
    await Promise.all([eve.hears(HIGH), bob.hears(LOW)]);
    expect(said.spoken.join('\n')).toContain(' typ host');
    expectRelayCandidates(told.heard);
    expect(await bob.runsOver()).toEqual(RELAYED);
  });
}

async function outliveReload(callers: readonly [Caller, Caller]): Promise<void> {
  const [{ person: ann }] = callers;
  await ann.page.reload();
  await Promise.all(callers.map(({ person, hears }) => person.hears(hears)));
  expect(await ann.runsOver()).toEqual(RELAYED);
}

function expectRelayCandidates(heard: readonly string[]): void {
  const candidates = heard.flatMap((text) => text.match(/candidate:[^"\\]*/g) ?? []);
  expect(candidates.length).toBeGreaterThan(0);
  for (const candidate of candidates) expect(candidate).toContain(' typ relay');
}

/** Runs in the page: a client that does not keep to the relay. */
function offerEverything(): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'all' });
    }
    override setConfiguration(configuration?: RTCConfiguration): void {
      super.setConfiguration({ ...configuration, iceTransportPolicy: 'all' });
    }
  };
}
