import type { AppState } from '../../state/app-state.ts';
import { changeMode } from '../../state/transitions.ts';
import type { Snapshot } from './matching.ts';

/** The specification's fields about text matching. A call holds the lock as long as it lasts. */
export function applyMatching(app: AppState, { finding, bound, allowance }: Snapshot): AppState {
  const engaged = finding !== null || bound !== null;
  const counted = allowance === undefined ? {} : mirrorOf(allowance);
  const fields = { ...counted, isTextFindingOpen: finding !== null };
  if (app.modeLock && app.currentMode !== 'mode3') return { ...app, ...fields };
  const inMode = engaged === app.modeLock ? app : changeMode(app, engaged ? 'mode3' : null);
  return { ...inMode, ...fields, modeLock: engaged };
}

function mirrorOf(allowance: NonNullable<Snapshot['allowance']> | null) {
  return { mode3MatchesUsed: allowance?.used ?? 0, mode3CooldownUntil: allowance?.cooldownUntil ?? null };
}
