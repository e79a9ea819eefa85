import { CallError } from '@yonder/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Note } from '../notes.ts';
import { unsentInMemory } from '../kept/unsent-store.ts';
import { unsent } from '../samples.ts';
import type { Unsent } from '../unsent.ts';
import { failureOf } from './failures.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/*
 * Tabs of one person, a server, a network between them that loses what it likes, and a clock. Whatever happens on the
 * way, in the end each message is on the server once, in the order written in its room, or was refused by it.
 */
type Fate = 'arrives' | 'lost on the way there' | 'answer lost' | 'never answered' | 'too fast' | 'busy' | 'broken';
const FATES: readonly Fate[] = [
  'arrives',
  'lost on the way there',
  'answer lost',
  'never answered',
  'too fast',
  'busy',
  'broken',
];
const ROOMS = ['room-1', 'room-2'] as const;
const REFUSED = 'what the server refuses';

const error = (code: CallError['code'], retryAfter?: number) =>
  new CallError({ code, text: code, reason: null, retryAfter });

class World {
  now = 0;
  fates: Fate[] = [];
  readonly stored: Unsent[] = [];
  readonly written: Unsent[] = [];
  readonly store = unsentInMemory();
  readonly tabs = new Map<number, Tab>();
  #timers: { at: number; run: () => void }[] = [];
  #line: Tab[] = [];

  /** The server: what it knows already it answers as before. */
  async take(entry: Unsent): Promise<{ id: string; seedOrder: number; createdAt: number }> {
    const fate = this.fates.shift() ?? 'arrives';
    if (fate === 'never answered') return new Promise(() => {});
    if (fate === 'lost on the way there') throw error('unavailable');
    if (fate === 'too fast') throw error('resource-exhausted', 3);
    if (fate === 'busy') throw error('deadline-exceeded');
    if (fate === 'broken') throw error('internal');
    if (entry.content === REFUSED) throw error('failed-precondition');
    const known = this.stored.findIndex(({ clientMessageId }) => clientMessageId === entry.clientMessageId);
    const seedOrder = known < 0 ? this.stored.push(entry) : known + 1;
    if (fate === 'answer lost') throw error('unavailable');
    return { id: `m.${seedOrder}`, seedOrder, createdAt: 0 };
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, run };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      await settled();
      const next = this.#timers.toSorted((one, other) => one.at - other.at)[0];
      if (next === undefined || next.at > until) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }

  open(name: number): void {
    if (!this.tabs.has(name)) this.tabs.set(name, new Tab(this));
  }

  close(name: number): void {
    const tab = this.tabs.get(name);
    this.tabs.delete(name);
    tab?.crash();
  }

  join(tab: Tab): void {
    this.#line.push(tab);
    this.#lead();
  }

  leave(tab: Tab): void {
    this.#line = this.#line.filter((one) => one !== tab);
    this.#lead();
  }

  /** The tab that is looked at takes over. */
  steal(name: number): void {
    const tab = this.tabs.get(name);
    if (tab === undefined) return;
    this.#line[0]?.follow();
    this.#line = [tab, ...this.#line.filter((one) => one !== tab)];
    this.#lead();
  }

  #lead(): void {
    this.#line[0]?.lead();
  }
}

class Tab {
  readonly #world: World;
  readonly #outbox: Outbox;
  #isAlive = true;
  #drain: (() => () => void) | null = null;
  #stopDrain: (() => void) | null = null;
  #hear: (note: Note) => void = () => {};
  #wake: () => void = () => {};

  constructor(world: World) {
    this.#world = world;
    // What a tab that is gone had begun goes nowhere.
    const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      if (!this.#isAlive) return new Promise(() => {});
      const value = await work();
      return this.#isAlive ? value : new Promise(() => {});
    };
    const { store } = world;
    this.#outbox = createOutbox({
      store: {
        all: () => alive(store.all),
        add: (entry) => alive(() => store.add(entry)),
        put: (entry) => alive(() => store.put(entry)),
        drop: (id) => alive(() => store.drop(id)),
      },
      notes: {
        post: (note) => {
          for (const tab of world.tabs.values())
            if (tab !== this && this.#isAlive) queueMicrotask(() => tab.#hear(note));
        },
        listen: (hear) => {
          this.#hear = hear;
          return () => (this.#hear = () => {});
        },
      },
      lead: (drain) => {
        this.#drain = drain;
        world.join(this);
        return () => world.leave(this);
      },
      send: (entry, { signal }) => alive(() => limited(world, { call: world.take(entry), signal })),
      upload: async () => 'images/00000000-0000-4000-8000-000000000001.jpg',
      failureOf,
      onWake: (wake) => {
        this.#wake = wake;
        return () => (this.#wake = () => {});
      },
      now: () => world.now,
      after: (ms, run) => world.after(ms, () => this.#isAlive && run()),
      random: () => 0.5,
      tell: () => {},
    });
    this.#outbox.start();
  }

  lead(): void {
    this.#stopDrain ??= this.#drain?.() ?? null;
  }
  follow(): void {
    this.#stopDrain?.();
    this.#stopDrain = null;
  }
  crash(): void {
    this.#isAlive = false;
    this.follow();
    this.#world.leave(this);
  }
  async write(entry: Unsent): Promise<void> {
    this.#world.written.push(entry);
    await this.#outbox.add(entry);
  }
  wake(): void {
    this.#wake();
  }
  async retryFailed(): Promise<void> {
    for (const entry of await this.#outbox.all()) if (entry.state === 'failed') await this.#outbox.retry(entry);
  }
}

/** A call that is not answered is given up after 70 s, or by who made it. */
function limited<Value>(world: World, { call, signal }: { call: Promise<Value>; signal: AbortSignal }): Promise<Value> {
  return Promise.race([
    call,
    new Promise<Value>((_, reject) => {
      world.after(70_000, () => reject(error('deadline-exceeded')));
      signal.addEventListener('abort', () => reject(error('cancelled')));
    }),
  ]);
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

const tab = fc.nat(2);
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
  fc.record({ do: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

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
    case 'time':
      return world.pass(one.ms);
    default:
      one satisfies never;
  }
}

it('whatever happens, each message is stored once and in order, or refused by the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
      const world = new World();
      world.open(0);
      for (const [index, one] of happenings.entries()) {
        await happen(world, one, index + 1);
        if (index % 2 === 0) await settled();
      }
      // In the end the network is whole and one tab is open for long enough.
      await settled();
      const kept = new Set((await world.store.all()).map(({ clientMessageId }) => clientMessageId));
      world.fates = [];
      world.open(0);
      await world.pass(200_000);

      const rest = await world.store.all();
      const words = (entries: readonly Unsent[], room: string) =>
        entries.filter(({ chatRoomId }) => chatRoomId === room).map(({ clientMessageId }) => clientMessageId);
      expect(new Set(world.stored.map(({ clientMessageId }) => clientMessageId)).size).toBe(world.stored.length);
      expect(rest.every(({ state }) => state === 'failed')).toBe(true);
      const failed = new Set(rest.map(({ clientMessageId }) => clientMessageId));
      for (const room of ROOMS) {
        const stored = words(world.stored, room);
        // What was given up after eight breaks may have been stored out of a broken answer: never out of order.
        const inOrder = words(world.written, room).filter((id) => stored.includes(id));
        expect(stored).toEqual(inOrder);
      }
      for (const { clientMessageId, content } of world.written) {
        const isStored = world.stored.some((one) => one.clientMessageId === clientMessageId);
        if (content === REFUSED) expect(isStored).toBe(false);
        // A tab that crashed before it had kept the message has lost it; what was kept is never lost.
        else if (kept.has(clientMessageId)) expect(isStored || failed.has(clientMessageId)).toBe(true);
      }
    }),
    { numRuns: 400 },
  );
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
