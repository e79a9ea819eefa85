import { appStore } from '../state/store.ts';

/** Milliseconds of vibration and rest in turn. */
const FEELINGS = {
  send: [8],
  refresh: [12],
  like: [24],
  match: [40, 60, 80],
} as const;

/** A hand feels what it has done, where the device can and its owner wants it. */
export function feel(what: keyof typeof FEELINGS): void {
  const { user } = appStore.getState();
  if (user?.preferences.vibration) navigator.vibrate?.([...FEELINGS[what]]);
}
