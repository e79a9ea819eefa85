import type { AppState } from '../../state/app-state.ts';

type Fields = Pick<AppState, 'callState' | 'isTextFindingOpen' | 'modeLock'>;

/** This tab was looking for somebody, to talk or to write with, and has found them. */
export function isFound(before: Fields, now: Fields): boolean {
  const toTalk = before.callState === 'queuing' && now.callState === 'calling';
  return toTalk || (before.isTextFindingOpen && !now.isTextFindingOpen && now.modeLock);
}
