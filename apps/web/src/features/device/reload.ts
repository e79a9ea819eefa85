import type { AppState } from '../../state/app-state.ts';

/** Pages whose fields are kept nowhere but on the screen. What is written in a chat is kept on the device. */
const UNKEPT = /^\/(?:mode1|profile\/edit|settings\/decisions|onboarding)(?:\/|$)/;

/** Whether a reload would take nothing from anybody: no call, no match, nothing half written. */
export function mayReload(
  { callState, modeLock }: Pick<AppState, 'callState' | 'modeLock'>,
  pathname: string,
): boolean {
  return callState === 'idle' && !modeLock && !UNKEPT.test(pathname);
}
