import type { Input } from '@yonder/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type ReportReason = Input<'reportUser'>['reason'];

/** How the reporter knows the reported user. */
export type Known = 'name' | 'alias';

/** A report that was sent and is to be thanked for. */
export interface Sent {
  readonly target: Input<'reportUser'>['target'];
  readonly known: Known;
  readonly reason: ReportReason;
  /** Whether the user is blocked already. */
  readonly also: 'blocked' | 'nothing';
  /** Absent: the page stays. */
  readonly onBlocked?: (() => void) | undefined;
}

const store = createStore<{ readonly sent: Sent | null }>(() => ({ sent: null }));

/** Stored outside the reported screen, because a call may be over by now, and its screen with it. */
export function thankFor(sent: Sent): void {
  store.setState({ sent });
}

export function thanked(): void {
  store.setState({ sent: null });
}

export function useSent(): Sent | null {
  return useStore(store, ({ sent }) => sent);
}
