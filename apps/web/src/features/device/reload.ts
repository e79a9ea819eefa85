import type { AppState } from '../../state/app-state.ts';

/** Pages with fields that are stored nowhere. Chat drafts are stored on the device. */
const UNKEPT = /^\/(?:mode1|profile\/edit|settings\/decisions|onboarding)(?:\/|$)/;

/** Whether a reload loses nothing: no call, no match, no half-filled form. */
export function mayReload(
  { callState, modeLock }: Pick<AppState, 'callState' | 'modeLock'>,
  pathname: string,
): boolean {
  return callState === 'idle' && !modeLock && !UNKEPT.test(pathname);
}
