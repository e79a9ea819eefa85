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
  /** Whether this device keeps what the server refuses. */
  ifRefused: 'stays' | 'goes back';
}

/** One person's changes, from the first until all are answered. */
interface Line {
  you: string;
  /** Without those that wait. */
  settled: Preferences;
  waiting: PreferencesChange[];
  turn: Promise<unknown>;
}

/**
 * What is chosen is shown at once. The server hears of one change after the other, so that of two presses of one switch the
 * last one counts there too; what goes back is only what was refused, to how it stood without it.
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
      // Nobody's change is written under another name.
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
