import { vibrate } from '../lib/touch.ts';
import { appStore } from '../state/store.ts';

/** Milliseconds of vibration and rest in turn. */
const FEELINGS = {
  send: [8],
  refresh: [12],
  like: [24],
  match: [40, 60, 80],
  reminder: [200],
  otherLeft: [200, 100, 200],
} as const;

/** Vibrates for the user's own actions and for events of a call, if the device can and the user wants it. */
export function feel(what: keyof typeof FEELINGS): void {
  const { user } = appStore.getState();
  if (user?.preferences.vibration) vibrate(FEELINGS[what]);
}
