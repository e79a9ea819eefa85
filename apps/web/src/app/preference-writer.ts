import type { Preferences } from '@yonder/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { AppState } from '../state/app-state.ts';
import { changedPreferences, withPreferences, type PreferencesChange } from '../state/transitions.ts';

interface PreferenceWriterDeps {
  store: Pick<StoreApi<AppState>, 'getState' | 'setState'>;
  send: (change: PreferencesChange) => Promise<unknown>;
}

interface Written {
  change: PreferencesChange;
  /** Whether this device keeps a change that the server refuses. */
  ifRefused: 'stays' | 'goes back';
}

/** One user's changes, from the first until all are answered. */
interface Line {
  you: string;
  /** Without the waiting changes. */
  settled: Preferences;
  waiting: PreferencesChange[];
  turn: Promise<unknown>;
}

/**
 * Shows a change at once and sends changes one after the other, so that the last of two presses also wins on the
 * server. Only a refused change is undone: the settled preferences plus the waiting changes are shown.
 */
export function createPreferenceWriter({ store, send }: PreferenceWriterDeps) {
  let line: Line | null = null;

  /** Rejects with the server's refusal. */
  return async function write({ change, ifRefused }: Written): Promise<void> {
    const { user } = store.getState();
    if (!user?.onboarded) return;
    if (line?.you !== user.id || line.waiting.length === 0)
      line = { you: user.id, settled: user.preferences, waiting: [], turn: Promise.resolve() };
    const mine = line;
    mine.waiting.push(change);
    store.setState((state) => withPreferences(state, change));
    const answered = mine.turn.then(() => settle(mine, { change, ifRefused }));
    mine.turn = answered.catch(() => {});
    await answered;
  };

  async function settle(mine: Line, { change, ifRefused }: Written): Promise<void> {
    const isTheirs = (): boolean => store.getState().user?.id === mine.you;
    let stays = true;
    try {
      // A change is never sent under another account.
      if (isTheirs()) await send(change);
    } catch (error) {
      stays = ifRefused === 'stays';
      throw error;
    } finally {
      mine.waiting.shift();
      if (stays) mine.settled = changedPreferences(mine.settled, change);
      else if (isTheirs()) {
        const shown = mine.waiting.reduce(changedPreferences, mine.settled);
        store.setState((state) => withPreferences(state, shown));
      }
    }
  }
}
