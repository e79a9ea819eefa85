import { watchFrames } from './frames.ts';
import { talk } from './scenes.ts';
import { expect, test } from './test.ts';

const RELAYED = { local: 'relay', remote: 'relay' };

/** What a call owes to two people through whichever relay. */
export function relayedCallTests(): void {
  test('a relayed call sounds the same, and neither learns where the other is', async ({ arrive }) => {
    const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 440 }), arrive({ who: 'mei', voice: 1000 })]);
    const told = [watchFrames(ann), watchFrames(bob)];
    await talk(ann, bob);
    await Promise.all([ann.hears(1000), bob.hears(440)]);
    for (const one of [ann, bob]) expect(await one.runsOver()).toEqual(RELAYED);
    for (const { heard } of told) expectRelayCandidates(heard);
  });

  test('a page that offers its own addresses cannot get them across', async ({ arrive }) => {
    const [eve, bob] = await Promise.all([
      arrive({ who: 'kai', voice: 440, before: offerEverything }),
      arrive({ who: 'ama', voice: 1000 }),
    ]);
    const [told, said] = [watchFrames(bob), watchFrames(eve)];
    await talk(eve, bob);
    await Promise.all([eve.hears(1000), bob.hears(440)]);
    expect(said.spoken.join('\n')).toContain(' typ host');
    expectRelayCandidates(told.heard);
    expect(await bob.runsOver()).toEqual(RELAYED);
  });

  test('a relayed call is revived after a reload', async ({ arrive }) => {
    const [ann, bob] = await Promise.all([arrive({ who: 'noor', voice: 440 }), arrive({ who: 'mateo', voice: 1000 })]);
    await talk(ann, bob);
    await ann.page.reload();
    await Promise.all([ann.hears(1000), bob.hears(440)]);
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
