import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Obstacle } from '../obstacle.ts';
import { callHelpStore, connectionCheck, followObstacle, obstacle } from '../voice.ts';
import type { CheckState } from './connection-check.ts';

export function useCheck(): CheckState {
  return useSyncExternalStore(connectionCheck.subscribe, connectionCheck.getSnapshot);
}

/** Why a call that was tried cannot be made, and where to write instead; null: none was tried. */
export function useCallHelp(): { instead: string | null; obstacle: Obstacle } {
  return useStore(callHelpStore);
}

/** Why no call can be made from here; null when nothing is known against it. */
export function useObstacle(): Obstacle | null {
  return useSyncExternalStore(followObstacle, obstacle, obstacle);
}
