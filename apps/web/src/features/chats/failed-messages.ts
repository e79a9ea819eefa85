import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Stop } from '../../lib/clock.ts';
import type { Note } from './notes.ts';
import type { Unsent } from './unsent.ts';

/** Rejected messages of every room, which wait for their author. */
export interface FailedMessages {
  readonly store: Pick<StoreApi<readonly Unsent[]>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Applies what became of a message, here or in another tab. */
  hear: (note: Note) => void;
  /** Adds what earlier pages stored on this device. */
  load: (kept: Promise<readonly Unsent[]>) => void;
  /** Reports each message once as it fails, also in a closed room, where none waits. */
  onFailed: (told: (failed: Unsent) => void) => Stop;
}

export function createFailedMessages(): FailedMessages {
  const store = createStore<readonly Unsent[]>(() => []);
  const listeners = new Set<(failed: Unsent) => void>();
  /** Messages with newer state than what `load` reads. */
  const heard = new Set<string>();

  function without({ clientMessageId }: Pick<Unsent, 'clientMessageId'>): readonly Unsent[] {
    const before = store.getState();
    const rest = before.filter((one) => one.clientMessageId !== clientMessageId);
    return rest.length === before.length ? before : rest;
  }
  return {
    store,
    hear(note) {
      if (note.kind === 'read') return;
      const { clientMessageId } = note.kind === 'stored' ? note.message : note.unsent;
      heard.add(clientMessageId);
      if (note.kind !== 'written') {
        store.setState(without({ clientMessageId }), true);
        return;
      }
      const { unsent } = note;
      const isKnown = store.getState().some((one) => one.clientMessageId === clientMessageId);
      const waits = unsent.state === 'failed' && unsent.reason !== 'room-closed';
      store.setState(waits ? [...without(unsent), unsent] : without(unsent), true);
      if (unsent.state === 'failed' && !isKnown) for (const tell of listeners) tell(unsent);
    },
    load(kept) {
      kept.then(
        (entries) => {
          const failed = entries.filter(({ state }) => state === 'failed');
          const more = failed.filter(({ clientMessageId }) => !heard.has(clientMessageId));
          if (more.length > 0) store.setState([...more, ...store.getState()], true);
        },
        () => {
          // Storage cannot be read; later failures still arrive.
        },
      );
    },
    onFailed(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
