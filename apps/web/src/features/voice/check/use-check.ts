import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { callHelpStore, connectionCheck } from '../voice.ts';
import type { CheckState } from './connection-check.ts';

export function useCheck(): CheckState {
  return useSyncExternalStore(connectionCheck.subscribe, connectionCheck.getSnapshot);
}

/** Whether a person who cannot call here has asked to. */
export function useCallHelp(): boolean {
  return useStore(callHelpStore).isOpen;
}
