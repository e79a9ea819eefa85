import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';
import { decide, meet, newTexter, type Texter } from './testing/texters.ts';

const world = await World.start({ settings: { REMATCH_SECONDS: '3600' } });

/** Meets so many people one after the other, and ends each match so long after it began. */
async function endMatches(who: Texter, { times, after }: { times: number; after: number }): Promise<void> {
  for (let i = 0; i < times; i++) {
    const pair = await meet(who, await newTexter(world, `Guest ${i}`));
    await world.advance(after);
    await decide(pair, 'ann', 'dislike');
  }
}

test('who ends 2 matches at once waits in the next search for 30 s, then meets whoever waits', async () => {
  const ann = await newTexter(world, 'Ann');
  await endMatches(ann, { times: 2, after: 0 });
  const paused = { kind: 'paused', until: world.clock.now() + 30_000 };
  expect(await ann.join()).toMatchObject({ matched: false, queue: { position: 1, check: paused } });
  const bob = await newTexter(world, 'Bob');
  expect(await bob.join()).toMatchObject({ matched: false });
  await world.advance(29_000);
  expect((await ann.call('getTextMatchStateV2v2')).match).toBeNull();
  await world.advance(2_000);
  await expect.poll(async () => (await ann.call('getTextMatchStateV2v2')).match).not.toBeNull();
});

test('who ends 3 matches after 10 s each waits for nothing', async () => {
  const eve = await newTexter(world, 'Eve');
  await endMatches(eve, { times: 3, after: 10_000 });
  expect(await eve.join()).toMatchObject({ queue: { check: null } });
});
