import { watchFrames } from './support/frames.ts';
import { talk } from './support/scenes.ts';
import { expect, test } from './support/test.ts';

test.use({ path: 'coturn', settings: { CAN_DISLIKE_SECONDS: '1' } });

test('a relayed call sounds the same, and neither learns where the other is', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 440 }), arrive({ who: 'mei', voice: 1000 })]);
  const told = [watchFrames(ann), watchFrames(bob)];
  await talk(ann, bob);
  await Promise.all([ann.hears(1000), bob.hears(440)]);
  for (const one of [ann, bob]) expect(await one.runsOver()).toEqual({ local: 'relay', remote: 'relay' });
  for (const { heard } of told) {
    const candidates = heard.flatMap((text) => text.match(/candidate:[^"\\]*/g) ?? []);
    expect(candidates.length).toBeGreaterThan(0);
    for (const candidate of candidates) expect(candidate).toContain(' typ relay');
  }
});

test('a relayed call is revived after a reload', async ({ arrive }) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'kai', voice: 440 }), arrive({ who: 'ama', voice: 1000 })]);
  await talk(ann, bob);
  await ann.page.reload();
  await Promise.all([ann.hears(1000), bob.hears(440)]);
  expect(await ann.runsOver()).toEqual({ local: 'relay', remote: 'relay' });
});
