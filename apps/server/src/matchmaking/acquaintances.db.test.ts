import { afterEach, describe, expect, test } from 'vitest';
import { createBus } from '../platform/bus.ts';
import { freshDatabase } from '../testing/database.ts';
import { createNodes, makePeople } from './testing.ts';

const world = await freshDatabase();
const { database } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
});

/** Two nodes on separate buses; the first one pairs, and ann has connected to it. */
async function setUp() {
  await database.read.deleteFrom('engagement.engagement').execute();
  const [node, elsewhere] = [nodes.start(), nodes.start({ bus: createBus(world.log) })];
  node.lease.onHeld(0);
  await node.queue.idle();
  const [ann = '', bob = '', cem = ''] = await makePeople(database, [
    { language: 'de', region: 'DE' },
    { language: 'fr' },
    { language: 'de' },
  ]);
  await node.came(ann);
  return { node, elsewhere, ann, bob, cem };
}

const waitingAt = (position: number) => ({ status: 'waiting', position });
const request = { requestId: 'the-request' };

async function changeLanguage(userId: string): Promise<void> {
  await database.read
    .updateTable('profiles.profile')
    .set({ languages: ['en'] })
    .where('user_id', '=', userId)
    .execute();
}

describe('whoever has come before they join', () => {
  test('is paired by what was read then, and stands behind those who were there', async () => {
    const { node, ann, bob } = await setUp();
    await changeLanguage(ann);
    expect(await node.join(ann)).toMatchObject(waitingAt(1));
    const row = await node.engagements.find(database.read, ann);
    expect(row).toMatchObject({ kind: 'voice-queue', language: 'de', region: 'DE' });
    expect(await node.join(bob)).toMatchObject({ view: { other: ann } });
    expect(node.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
  });

  test('is looked at when they have edited what they are paired by, on whichever node they did', async () => {
    for (const editedOn of ['here', 'elsewhere'] as const) {
      const bus = createBus(world.log);
      const [node, elsewhere] = [nodes.start({ bus }), nodes.start({ bus })];
      const [ann = ''] = await makePeople(database, [{ language: 'de' }]);
      await node.came(ann);
      await changeLanguage(ann);
      (editedOn === 'here' ? node : elsewhere).queue.edited(ann);
      await node.join(ann);
      expect(await node.engagements.find(database.read, ann)).toMatchObject({ language: 'en' });
    }
  });

  test('is looked at when they join again', async () => {
    const { node, ann } = await setUp();
    await node.join(ann);
    await node.leave(ann);
    await changeLanguage(ann);
    expect(await node.join(ann)).toMatchObject(waitingAt(1));
    expect(await node.engagements.find(database.read, ann)).toMatchObject({ language: 'en' });
  });

  test('has one place, although they have joined elsewhere since', async () => {
    const { node, elsewhere, ann } = await setUp();
    await elsewhere.join(ann);
    const before = await node.engagements.find(database.read, ann);
    expect(await node.join(ann)).toMatchObject(waitingAt(1));
    expect(await node.engagements.find(database.read, ann)).toEqual(before);
  });

  test('stands where they stood when they have left elsewhere since', async () => {
    const { node, elsewhere, ann, bob } = await setUp();
    await elsewhere.join(ann);
    const stood = await elsewhere.engagements.find(database.read, ann);
    await elsewhere.leave(ann);
    await elsewhere.join(bob);
    expect(await node.join(ann)).toMatchObject({ view: { other: bob } });
    expect(await node.engagements.find(database.read, ann)).toMatchObject({ kind: 'voice', place: stood?.place });
  });

  test('is refused when it is a request whose place they have given up elsewhere since', async () => {
    const { node, elsewhere, ann } = await setUp();
    await elsewhere.join(ann, request);
    await elsewhere.leave(ann);
    await expect(node.join(ann, request)).rejects.toMatchObject({ reason: 'place-given-up' });
    expect(await node.engagements.find(database.read, ann)).toBeUndefined();
  });

  test('has no place for having come when they are suspended since', async () => {
    const { node, ann, bob } = await setUp();
    const until = new Date(world.clock.now() + 60_000);
    await database.read
      .updateTable('identity.account')
      .set({ suspended_until: until })
      .where('user_id', '=', ann)
      .execute();
    await node.join(bob);
    await expect(node.join(ann)).rejects.toMatchObject({ reason: 'suspended' });
    expect(node.pairs).toEqual([]);
  });
});
