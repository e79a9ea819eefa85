import type { Message, Output } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { Note, Notes } from '../notes.ts';
import type { Unsent } from '../unsent.ts';
import { type Drain, startDrain } from './drain.ts';
import type { Failure } from './machine.ts';

/** Where unsent messages are kept, in the order written, for all tabs of one person. An outbox needs one that takes all. */
export interface UnsentStore {
  all: () => Promise<readonly Unsent[]>;
  /** A new one, behind all others; one that is there stays as it is. */
  add: (entry: Unsent) => Promise<void>;
  /** One that is there keeps its place. */
  put: (entry: Unsent) => Promise<void>;
  drop: (clientMessageId: string) => Promise<void>;
  /** So another tab has written it: what waits for the store here is in that state too. */
  learn: (entry: Unsent) => void;
}

export interface OutboxPorts {
  store: UnsentStore;
  notes: Notes;
  /** Runs `drain` while this tab is the one that sends. */
  lead: (drain: () => Stop) => Stop;
  send: (entry: Unsent, how: { attempts: number; signal: AbortSignal }) => Promise<Output<'sendMessageV2v2'>>;
  /** Answers the path. Given up when nobody wants it any more. */
  upload: (entry: Unsent, signal: AbortSignal) => Promise<string>;
  failureOf: (error: unknown) => Failure;
  /** The network or the page came back. */
  onWake: (wake: () => void) => Stop;
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  random: () => number;
  /** What became of a message, from here or from another tab. */
  tell: (note: Note) => void;
}

export interface Outbox {
  /** Shown at once, kept, and sent as soon as may be. */
  add: (entry: Unsent) => Promise<void>;
  /** One that failed. */
  retry: (entry: Unsent) => Promise<void>;
  discard: (entry: Unsent) => Promise<void>;
  /** The room is closed: what is on the screen is refused there, and kept no longer. */
  forget: (chatRoomId: string) => Promise<void>;
  /** While its writer closes the room by hand, what would be refused there is discarded instead. */
  closeByHand: <Value>(chatRoomId: string, closing: () => Promise<Value>) => Promise<Value>;
  /** The server has told of it: as good as its answer. */
  confirm: (message: Message) => void;
  all: () => Promise<readonly Unsent[]>;
  start: () => Stop;
}

/** Messages on their way to the server: kept before they are sent, and sent by one tab until they are answered. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { store, notes } = ports;
  let drain: Drain | null = null;
  const closedByHand = new Set<string>();

  /** The server may tell of the closed room before it answers, also through another tab. */
  function meant(note: Note): Note {
    if (note.kind !== 'written' || note.unsent.reason !== 'room-closed') return note;
    return closedByHand.has(note.unsent.chatRoomId) ? { kind: 'discarded', unsent: note.unsent } : note;
  }
  const tell = (note: Note): void => ports.tell(meant(note));
  const say = (note: Note): void => {
    tell(note);
    notes.post(meant(note));
  };
  async function keep(entry: Unsent, how: 'add' | 'put'): Promise<void> {
    tell({ kind: 'written', unsent: entry });
    await store[how](entry);
    notes.post({ kind: 'written', unsent: entry });
    drain?.load();
  }

  return {
    add: (entry) => keep(entry, 'add'),
    // Its file may be gone from the server by now: it is brought up anew.
    retry: ({ reason: _, media, ...entry }) =>
      keep({ ...entry, media: media && { ...media, path: null }, state: 'sending' }, 'put'),
    async discard(entry) {
      say({ kind: 'discarded', unsent: entry });
      try {
        await store.drop(entry.clientMessageId);
      } catch {
        // It is still kept, and would be there again after the next load.
        say({ kind: 'written', unsent: entry });
        return;
      }
      drain?.load();
    },
    async forget(chatRoomId) {
      for (const entry of await store.all()) {
        if (entry.chatRoomId !== chatRoomId) continue;
        await store.drop(entry.clientMessageId);
        say({ kind: 'written', unsent: { ...entry, state: 'failed', reason: 'room-closed' } });
      }
      drain?.load();
    },
    async closeByHand(chatRoomId, closing) {
      closedByHand.add(chatRoomId);
      return closing().finally(() => closedByHand.delete(chatRoomId));
    },
    confirm: (message) => drain?.confirm(message),
    all: store.all,
    start() {
      const stops = [
        notes.listen((note) => {
          tell(note);
          if (note.kind === 'read') return;
          heed(store, note);
          drain?.load();
        }),
        ports.lead(() => {
          const mine = startDrain(ports, say);
          drain = mine;
          return () => {
            mine.stop();
            if (drain === mine) drain = null;
          };
        }),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** This tab may hold what the store has no room for. */
function heed(store: UnsentStore, note: Exclude<Note, { kind: 'read' }>): void {
  if (note.kind === 'written' && note.unsent.reason !== 'room-closed') return store.learn(note.unsent);
  const { clientMessageId } = note.kind === 'stored' ? note.message : note.unsent;
  store.drop(clientMessageId).catch(() => {});
}
