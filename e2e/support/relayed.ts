import { type Cut, outlive, secondsOf } from './cuts.ts';
import { watchFrames } from './frames.ts';
import { HIGH, LOW, talk } from './scenes.ts';
import { expect, test } from './test.ts';

const RELAYED = { local: 'relay', remote: 'relay' };

/** What a call owes to two people through whichever relay. */
export function relayedCallTests({ cuts }: { cuts: readonly Cut[] }): void {
  test('a relayed call sounds the same, neither learns where the other is, and it outlives cuts', async ({
    arrive,
    cable,
  }) => {
    test.setTimeout(60_000 + 2 * secondsOf(cuts) * 1_000);
    const cables = [await cable(), await cable()] as const;
    const [ann, bob] = await Promise.all([
      arrive({ who: 'wei', voice: LOW, cable: cables[0] }),
      arrive({ who: 'mei', voice: HIGH, cable: cables[1] }),
    ]);
    const told = [watchFrames(ann), watchFrames(bob)];
    await talk(ann, bob);
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    for (const one of [ann, bob]) expect(await one.runsOver()).toEqual(RELAYED);
    await outlive(cuts, [
      { person: ann, hears: HIGH, cable: cables[0] },
      { person: bob, hears: LOW, cable: cables[1] },
    ]);
    for (const { heard } of told) expectRelayCandidates(heard);
  });

  test('a page that offers its own addresses cannot get them across', async ({ arrive }) => {
    const [eve, bob] = await Promise.all([
      arrive({ who: 'kai', voice: LOW, before: offerEverything }),
      arrive({ who: 'ama', voice: HIGH }),
    ]);
    const [told, said] = [watchFrames(bob), watchFrames(eve)];
    await talk(eve, bob);
    await Promise.all([eve.hears(HIGH), bob.hears(LOW)]);
    expect(said.spoken.join('\n')).toContain(' typ host');
    expectRelayCandidates(told.heard);
    expect(await bob.runsOver()).toEqual(RELAYED);
  });

  test('a relayed call is revived after a reload', async ({ arrive }) => {
    const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: LOW }), arrive({ who: 'mateo', voice: HIGH })]);
    await talk(ann, bob);
    await ann.page.reload();
    await Promise.all([ann.hears(HIGH), bob.hears(LOW)]);
    expect(await ann.runsOver()).toEqual(RELAYED);
  });
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
