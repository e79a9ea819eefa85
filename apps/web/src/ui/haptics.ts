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

/** A hand feels what it has done, and what a call does without it, where the device can and its owner wants it. */
export function feel(what: keyof typeof FEELINGS): void {
  const { user } = appStore.getState();
  if (user?.preferences.vibration) vibrate(FEELINGS[what]);
}
