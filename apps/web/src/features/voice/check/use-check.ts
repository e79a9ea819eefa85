import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Obstacle } from '../obstacle.ts';
import { callHelpStore, connectionCheck, followObstacle, obstacle } from '../voice.ts';
import type { CheckState } from './connection-check.ts';

export function useCheck(): CheckState {
  return useSyncExternalStore(connectionCheck.subscribe, connectionCheck.getSnapshot);
}

/** Where to write instead, once a call was wanted where none can be made, and why not; null: none was wanted. */
export function useCallHelp(): { instead: string | null; obstacle: Obstacle } {
  return useStore(callHelpStore);
}

/** Why no call can be made from here; null: nothing is known against it. */
export function useObstacle(): Obstacle | null {
  return useSyncExternalStore(followObstacle, obstacle, obstacle);
}
