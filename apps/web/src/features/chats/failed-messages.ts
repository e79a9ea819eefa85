import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Stop } from '../../lib/clock.ts';
import type { Note } from './notes.ts';
import type { Unsent } from './unsent.ts';

/** Messages that were refused for good and wait for their writer, in every room. */
export interface FailedMessages {
  readonly store: Pick<StoreApi<readonly Unsent[]>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** What became of a message, here or in another tab. */
  hear: (note: Note) => void;
  /** What this device has kept of earlier pages. */
  load: (kept: Promise<readonly Unsent[]>) => void;
  /** Each one as it fails, once, also where its room is closed and nothing of it waits. */
  onFailed: (told: (failed: Unsent) => void) => Stop;
}

export function createFailedMessages(): FailedMessages {
  const store = createStore<readonly Unsent[]>(() => []);
  const listeners = new Set<(failed: Unsent) => void>();
  /** Messages of which more is known than what is read of them as `load` begins. */
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
          // Nothing can be read here: what fails from now on is known all the same.
        },
      );
    },
    onFailed(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
