import type { Message, Output } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { Note } from '../notes.ts';
import { messageOf, type Unsent } from '../unsent.ts';
import { EMPTY_OUTBOX, type OutboxEffect, type OutboxEvent, step } from './machine.ts';
import type { OutboxPorts, UnsentStore } from './outbox.ts';

export interface Drain {
  /** Reloads entries: one was written or discarded. */
  load: () => void;
  confirm: (message: Message) => void;
  stop: Stop;
}

/** A tab that goes away may store a message without announcing it: time between checks. */
const LOOK_MS = 30_000;
/** Limit of one try: the message has arrived, or never will on this way. */
const SEND_MS = 20_000;
/** Requests older than this are aborted when the network comes back. */
const OVERDUE_MS = 3_000;

/** Runs the machine on the stored entries: in one tab at a time, whichever tab wrote them. */
export function startDrain(ports: OutboxPorts, say: (note: Note) => void): Drain {
  const { store } = ports;
  const inTurn = createTurns();
  let state = EMPTY_OUTBOX;
  let isStopped = false;
  let stopTimer: Stop = () => {};
  const patience = createPatience(ports);
  const uploads = createUploads(ports);

  function hear(event: OutboxEvent): void {
    if (isStopped) return;
    const { state: next, effects } = step(state, event, { now: ports.now(), random: ports.random() });
    state = next;
    stopTimer();
    effects.forEach(perform);
  }

  function perform(effect: OutboxEffect): void {
    switch (effect.do) {
      case 'upload':
        void attempt(effect.entry, async () => uploaded(effect.entry, await uploads.upload(effect.entry)));
        return;
      case 'send':
        void attempt(effect.entry, async () => stored(effect.entry, await patience.send(effect)));
        return;
      case 'keep':
        // An entry that could not be dropped is sent and refused once more.
        inTurn(() => keep(store, effect.entry)).catch(() => {});
        if (effect.entry.state === 'failed') say({ kind: 'written', unsent: effect.entry });
        return;
      case 'wake':
        stopTimer = ports.after(Math.max(0, effect.at - ports.now()), () => hear({ type: 'time passed' }));
        return;
      default:
        effect satisfies never;
    }
  }

  async function attempt({ clientMessageId }: Unsent, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      hear({ type: 'failed', clientMessageId, failure: ports.failureOf(error) });
    }
  }
  async function uploaded({ clientMessageId }: Unsent, path: string): Promise<void> {
    hear({ type: 'uploaded', clientMessageId, path });
  }
  async function stored(entry: Unsent, reply: Output<'sendMessageV2v2'>): Promise<void> {
    // Settles also when another tab has taken over: the message is stored, and no tab need ask again.
    await settle(entry.clientMessageId);
    say({ kind: 'stored', message: messageOf(entry, reply) });
  }
  async function settle(clientMessageId: string): Promise<void> {
    await inTurn(() => store.drop(clientMessageId)).catch(() => {});
    hear({ type: 'stored', clientMessageId });
  }
  function load(): void {
    void inTurn(store.all).then((entries) => {
      uploads.keepOnly(entries);
      hear({ type: 'loaded', entries });
    });
  }

  const stopLooking = lookOften(load, ports);
  const stopWaking = ports.onWake(() => {
    patience.endOverdue();
    hear({ type: 'network back' });
    load();
  });
  return {
    load,
    confirm(message) {
      if (state.entries.some((entry) => isOf(entry, message))) void settle(message.clientMessageId);
    },
    stop() {
      isStopped = true;
      uploads.keepOnly([]);
      for (const stop of [stopTimer, stopLooking, stopWaking]) stop();
    },
  };
}

/** Ids are unique per author: another author's message may have the same. */
function isOf(entry: Unsent, { clientMessageId, senderId, chatRoomId }: Message): boolean {
  return entry.clientMessageId === clientMessageId && entry.senderId === senderId && entry.chatRoomId === chatRoomId;
}

/** Stores the entry, or drops it when its room is closed: no later try can succeed, and the screen says so. */
function keep(store: UnsentStore, entry: Unsent): Promise<void> {
  return entry.reason === 'room-closed' ? store.drop(entry.clientMessageId) : store.put(entry);
}

/** Bounds every wait: a network may swallow a request and report nothing. */
function createPatience({ send, now, after }: OutboxPorts) {
  const underWay = new Map<AbortController, number>();
  return {
    async send({ entry, attempts }: Extract<OutboxEffect, { do: 'send' }>): ReturnType<OutboxPorts['send']> {
      const over = new AbortController();
      underWay.set(over, now());
      const stopWaiting = after(SEND_MS, () => over.abort());
      try {
        return await send(entry, { attempts, signal: over.signal });
      } finally {
        underWay.delete(over);
        stopWaiting();
      }
    },
    endOverdue(): void {
      for (const [over, since] of underWay) if (now() - since >= OVERDUE_MS) over.abort();
    },
  };
}

/** Aborts uploads of entries that were discarded or are another tab's to send now. */
function createUploads({ upload }: OutboxPorts) {
  const underWay = new Map<string, AbortController>();
  return {
    async upload(entry: Unsent): Promise<string> {
      const over = new AbortController();
      underWay.set(entry.clientMessageId, over);
      try {
        return await upload(entry, over.signal);
      } finally {
        underWay.delete(entry.clientMessageId);
      }
    },
    keepOnly(entries: readonly Unsent[]): void {
      const wanted = new Set(entries.map(({ clientMessageId }) => clientMessageId));
      for (const [id, over] of underWay) if (!wanted.has(id)) over.abort();
    },
  };
}

function lookOften(load: () => void, { after }: OutboxPorts): Stop {
  let stopTimer: Stop;
  const look = (): void => {
    load();
    stopTimer = after(LOOK_MS, look);
  };
  look();
  return () => stopTimer();
}

/** Runs store operations one after the other: a read sees all earlier writes. */
function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
