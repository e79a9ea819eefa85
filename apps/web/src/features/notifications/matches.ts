import type { AppState } from '../../state/app-state.ts';

type Fields = Pick<AppState, 'callState' | 'isTextFindingOpen' | 'modeLock'>;

/** Whether this tab was looking for a partner, to talk or to write with, and has just found one. */
export function isFound(before: Fields, now: Fields): boolean {
  const toTalk = before.callState === 'queuing' && now.callState === 'calling';
  return toTalk || (before.isTextFindingOpen && !now.isTextFindingOpen && now.modeLock);
}
