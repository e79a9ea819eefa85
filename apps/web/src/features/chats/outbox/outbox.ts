import type { Message, Output } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import type { Note, Notes } from '../notes.ts';
import type { Unsent } from '../unsent.ts';
import { type Drain, startDrain } from './drain.ts';
import type { Failure } from './machine.ts';

/** Unsent messages of all tabs of a user, in the order written. An outbox needs a store that takes every entry. */
export interface UnsentStore {
  all: () => Promise<readonly Unsent[]>;
  /** Appends a new entry; an existing one stays as it is. */
  add: (entry: Unsent) => Promise<void>;
  /** Keeps the position of an existing entry. */
  put: (entry: Unsent) => Promise<void>;
  drop: (clientMessageId: string) => Promise<void>;
  /** Takes the state that another tab has written, for an entry that still waits for the store here. */
  learn: (entry: Unsent) => void;
}

export interface OutboxPorts {
  store: UnsentStore;
  notes: Notes;
  /** Runs `drain` while this tab is the one that sends. */
  lead: (drain: () => Stop) => Stop;
  send: (entry: Unsent, how: { attempts: number; signal: AbortSignal }) => Promise<Output<'sendMessageV2v2'>>;
  /** Returns the path. Aborted when it is not wanted any more. */
  upload: (entry: Unsent, signal: AbortSignal) => Promise<string>;
  failureOf: (error: unknown) => Failure;
  /** Runs when the network or the page is back. */
  onWake: (wake: () => void) => Stop;
  now: () => number;
  after: (ms: number, run: () => void) => Stop;
  random: () => number;
  /** Applies what became of a message, here or in another tab. */
  tell: (note: Note) => void;
}

export interface Outbox {
  /** Shows the message at once, stores it, and sends it as soon as possible. */
  add: (entry: Unsent) => Promise<void>;
  /** Sends a failed message again. */
  retry: (entry: Unsent) => Promise<void>;
  discard: (entry: Unsent) => Promise<void>;
  /** Fails and removes the entries of a closed room. */
  forget: (chatRoomId: string) => Promise<void>;
  /** While the author closes the room, its entries are discarded rather than failed. */
  closeByHand: <Value>(chatRoomId: string, closing: () => Promise<Value>) => Promise<Value>;
  /** Settles the entry: an event of its message is as good as the server's reply. */
  confirm: (message: Message) => void;
  all: () => Promise<readonly Unsent[]>;
  start: () => Stop;
}

/** Messages on their way to the server: stored before they are sent, and sent by one tab until they are answered. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { store, notes } = ports;
  let drain: Drain | null = null;
  const closedByHand = new Set<string>();

  /** The server may report the closed room before it replies, also through another tab. */
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
    // The server may have deleted the file by now: it is uploaded anew.
    retry: ({ reason: _, media, ...entry }) =>
      keep({ ...entry, media: media && { ...media, path: null }, state: 'sending' }, 'put'),
    async discard(entry) {
      say({ kind: 'discarded', unsent: entry });
      try {
        await store.drop(entry.clientMessageId);
      } catch {
        // Still stored: it would be there again after the next load.
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

/** This tab may hold entries that the store has no space for. */
function heed(store: UnsentStore, note: Exclude<Note, { kind: 'read' }>): void {
  if (note.kind === 'written' && note.unsent.reason !== 'room-closed') return store.learn(note.unsent);
  const { clientMessageId } = note.kind === 'stored' ? note.message : note.unsent;
  store.drop(clientMessageId).catch(() => {});
}
