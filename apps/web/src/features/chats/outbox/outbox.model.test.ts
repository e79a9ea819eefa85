import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unsent } from '../samples.ts';
import type { Unsent } from '../unsent.ts';
import { FATES, REFUSED, settled, World } from './testing/world.ts';

const ROOMS = ['room-1', 'room-2'] as const;

function happenings({ tabs, isFull }: { tabs: number; isFull: fc.Arbitrary<boolean> }) {
  const tab = fc.nat(tabs - 1);
  const happening = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        tab,
        room: fc.constantFrom(...ROOMS),
        refused: fc.boolean(),
        media: fc.boolean(),
      }),
    },
    fc.record({ do: fc.constant('network' as const), fates: fc.array(fc.constantFrom(...FATES), { maxLength: 6 }) }),
    fc.record({ do: fc.constant('open' as const), tab }),
    fc.record({ do: fc.constant('crash' as const), tab }),
    fc.record({ do: fc.constant('reload' as const), tab }),
    fc.record({ do: fc.constant('look at' as const), tab }),
    fc.record({ do: fc.constant('wake' as const), tab }),
    fc.record({ do: fc.constant('disk' as const), isFull }),
    fc.record({ do: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  );
  return fc.array(happening, { maxLength: 40 });
}
type Happening = ReturnType<typeof happenings> extends fc.Arbitrary<(infer One)[]> ? One : never;

async function happen(world: World, one: Happening, number: number): Promise<void> {
  switch (one.do) {
    case 'write': {
      const media = one.media
        ? ({
            type: 'image',
            folder: 'images',
            file: new Blob(['x']),
            waveform: null,
            path: null,
            attachment: { kind: 'image', width: 1, height: 1, placeholder: '' },
          } as const)
        : null;
      const content = one.refused ? REFUSED : 'hello';
      // Not awaited: a tab may go away with the message half written.
      void world.tabs.get(one.tab)?.write(unsent(number, { chatRoomId: one.room, content, media }));
      return;
    }
    case 'network':
      world.fates.push(...one.fates);
      return;
    case 'open':
      return world.open(one.tab);
    case 'crash':
      return world.close(one.tab);
    case 'reload':
      world.close(one.tab);
      return world.open(one.tab);
    case 'look at':
      return world.steal(one.tab);
    case 'wake':
      return world.tabs.get(one.tab)?.wake();
    case 'disk':
      world.isFull = one.isFull;
      return;
    case 'time':
      return world.pass(one.ms);
    default:
      one satisfies never;
  }
}

it.each([
  // A tab does not know what another one holds for lack of space: the order among tabs is the disk's.
  ['whatever happens in three tabs', { tabs: 3, isFull: fc.constant(false) }],
  ['whatever happens in a tab, on a disk that is full at times', { tabs: 1, isFull: fc.boolean() }],
])('%s, each message is stored once and in order, or refused by the server', async (_, how) => {
  await fc.assert(fc.asyncProperty(happenings(how), expectAllSent), { numRuns: 400 });
});

async function expectAllSent(all: readonly Happening[]): Promise<void> {
  const world = new World();
  world.open(0);
  for (const [index, one] of all.entries()) {
    await happen(world, one, index + 1);
    if (index % 2 === 0) await settled();
  }
  // At the end the network is whole, the disk has space and one tab is open for long enough.
  await settled();
  const kept = new Set(
    [...(await world.store.all()), ...world.shelf.words()].map(({ clientMessageId }) => clientMessageId),
  );
  world.fates = [];
  world.isFull = false;
  world.open(0);
  await world.pass(200_000);

  const rest = await world.store.all();
  const words = (entries: readonly Unsent[], room: string) =>
    entries.filter(({ chatRoomId }) => chatRoomId === room).map(({ clientMessageId }) => clientMessageId);
  expect(new Set(world.stored.map(({ clientMessageId }) => clientMessageId)).size).toBe(world.stored.length);
  expect(rest.every(({ state }) => state === 'failed')).toBe(true);
  expect(world.shelf.words()).toEqual([]);
  const failed = new Set(rest.map(({ clientMessageId }) => clientMessageId));
  for (const room of ROOMS) {
    const stored = words(world.stored, room);
    // A message given up after eight breaks may have been stored, but never out of order.
    const inOrder = words(world.written, room).filter((id) => stored.includes(id));
    expect(stored).toEqual(inOrder);
  }
  for (const { clientMessageId, content } of world.written) {
    const isStored = world.stored.some((one) => one.clientMessageId === clientMessageId);
    if (content === REFUSED) expect(isStored).toBe(false);
    // A tab that crashed before it had stored the message has lost it; a stored one is never lost.
    else if (kept.has(clientMessageId)) expect(isStored || failed.has(clientMessageId)).toBe(true);
  }
}

it('on a full disk words are sent at once, and a page that is gone has sent none twice', async () => {
  const world = new World();
  world.isFull = true;
  world.open(0);
  world.fates = ['answer lost'];
  await world.tabs.get(0)?.write(unsent(1));
  await world.tabs.get(0)?.write(unsent(2));
  await world.pass(0);
  expect(world.stored).toHaveLength(1);
  world.close(0);
  world.open(0);
  await world.pass(0);
  const ids = world.stored.map(({ clientMessageId }) => clientMessageId);
  expect(ids).toEqual([unsent(1).clientMessageId, unsent(2).clientMessageId]);
  expect(world.shelf.words()).toEqual([]);
});

it('a refused message does not stop the next one, and is sent when it is tried again', async () => {
  const world = new World();
  world.open(0);
  const [first, second] = [unsent(1, { content: REFUSED }), unsent(2)];
  await world.tabs.get(0)?.write(first);
  await world.tabs.get(0)?.write(second);
  await world.pass(10);
  expect(world.stored.map(({ clientMessageId }) => clientMessageId)).toEqual([second.clientMessageId]);
  const [left] = await world.store.all();
  expect(left).toMatchObject({ clientMessageId: first.clientMessageId, state: 'failed' });
  await world.store.put(unsent(1, { content: 'better', state: 'failed' }));
  await world.tabs.get(0)?.retryFailed();
  await world.pass(10);
  expect(world.stored).toHaveLength(2);
  expect(await world.store.all()).toEqual([]);
});

it('nothing is sent before the 3 s the server asks for are over, not even when the network comes back', async () => {
  const world = new World();
  world.open(0);
  world.fates = ['too fast'];
  await world.tabs.get(0)?.write(unsent(1));
  await world.pass(2_999);
  world.tabs.get(0)?.wake();
  await world.pass(0);
  expect(world.stored).toEqual([]);
  await world.pass(1);
  expect(world.stored).toHaveLength(1);
});

it('when the network comes back what waits is sent at once', async () => {
  const world = new World();
  world.open(0);
  world.fates = Array.from({ length: 6 }, () => 'lost on the way there' as const);
  await world.tabs.get(0)?.write(unsent(1));
  await world.pass(40_000);
  expect(world.stored).toEqual([]);
  world.fates = [];
  world.tabs.get(0)?.wake();
  await world.pass(0);
  expect(world.stored).toHaveLength(1);
});

it('a message that breaks the server every time lets the next one pass after 8 attempts', async () => {
  const world = new World();
  world.open(0);
  world.fates = Array.from({ length: 8 }, () => 'broken' as const);
  await world.tabs.get(0)?.write(unsent(1));
  await world.tabs.get(0)?.write(unsent(2));
  await world.pass(300_000);
  expect(world.stored.map(({ clientMessageId }) => clientMessageId)).toEqual([unsent(2).clientMessageId]);
});

it('an answer that stays out for 20 s is asked for again, and at once when the network comes back', async () => {
  for (const [waited, wakes] of [
    [21_000, false],
    [4_000, true],
  ] as const) {
    const world = new World();
    world.open(0);
    world.fates = ['never answered'];
    await world.tabs.get(0)?.write(unsent(1));
    await world.pass(waited - 1_000);
    if (wakes) world.tabs.get(0)?.wake();
    expect(world.stored).toEqual([]);
    await world.pass(1_000);
    expect(world.stored).toHaveLength(1);
  }
});
