import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { callHelpStore, connectionCheck } from '../voice.ts';
import type { CheckState } from './connection-check.ts';

export function useCheck(): CheckState {
  return useSyncExternalStore(connectionCheck.subscribe, connectionCheck.getSnapshot);
}

/** Where to write instead, once a call was wanted in a browser that cannot call; null: none was. */
export function useCallHelp(): string | null {
  return useStore(callHelpStore).instead;
}
