import { CallError } from '@yonder/client';
import { withShelf } from '../../kept/unsent-store.ts';
import type { Note } from '../../notes.ts';
import { unsentInMemory } from '../../samples.ts';
import { unsent, type Unsent } from '../../unsent.ts';
import { failureOf } from '../failures.ts';
import { createOutbox, type Outbox } from '../outbox.ts';

/*
 * Tabs of one user, a server, a lossy network between them, and a clock. In the end each message is on the server once, in the
 * order written in its room, or was refused by it.
 */
type Fate = 'arrives' | 'lost on the way there' | 'answer lost' | 'never answered' | 'too fast' | 'busy' | 'broken';
export const FATES: readonly Fate[] = [
  'arrives',
  'lost on the way there',
  'answer lost',
  'never answered',
  'too fast',
  'busy',
  'broken',
];
export const REFUSED = 'what the server refuses';

const error = (code: CallError['code'], retryAfter?: number) =>
  new CallError({ code, text: code, reason: null, retryAfter });

export class World {
  now = 0;
  fates: Fate[] = [];
  readonly stored: Unsent[] = [];
  readonly written: Unsent[] = [];
  readonly store = unsentInMemory();
  readonly shelf = shelfInMemory();
  /** A full disk: entries can be read and dropped, no more. */
  isFull = false;
  readonly tabs = new Map<number, Tab>();
  #timers: { at: number; run: () => void }[] = [];
  #line: Tab[] = [];

  /** The server: it answers a message that it knows as before. */
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

  /** The visible tab takes over. */
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
    // Work begun by a tab that is gone goes nowhere.
    const alive = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      if (!this.#isAlive) return new Promise(() => {});
      const value = await work();
      return this.#isAlive ? value : new Promise(() => {});
    };
    const { store, shelf } = world;
    const written = (work: () => Promise<void>) =>
      alive(() => (world.isFull ? Promise.reject(new Error('no room is left')) : work()));
    const disk = {
      all: () => alive(store.all),
      add: (entry: Unsent) => written(() => store.add(entry)),
      put: (entry: Unsent) => written(() => store.put(entry)),
      drop: (id: string) => alive(() => store.drop(id)),
    };
    this.#outbox = createOutbox({
      store: withShelf(disk, {
        all: shelf.all,
        put: (key, value) => this.#isAlive && shelf.put(key, value),
        drop: (key) => this.#isAlive && shelf.drop(key),
        listen: () => () => {},
      }),
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

/** Gives up a call without an answer after 70 s, or when its caller does. */
function limited<Value>(world: World, { call, signal }: { call: Promise<Value>; signal: AbortSignal }): Promise<Value> {
  return Promise.race([
    call,
    new Promise<Value>((_, reject) => {
      world.after(70_000, () => reject(error('deadline-exceeded')));
      signal.addEventListener('abort', () => reject(error('cancelled')));
    }),
  ]);
}

function shelfInMemory() {
  const texts = new Map<string, string>();
  return {
    all: () => [...texts.values()].map((text): unknown => JSON.parse(text)),
    put: (key: string, value: unknown) => texts.set(key, JSON.stringify(value)).has(key),
    drop: (key: string) => void texts.delete(key),
    words: () => [...texts.values()].map((text) => unsent.parse(JSON.parse(text))),
  };
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
