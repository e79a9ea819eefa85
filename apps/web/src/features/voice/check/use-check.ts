import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { checkStore } from '../alerts.ts';
import { callHelpStore, connectionCheck } from '../voice.ts';
import type { CheckState } from './connection-check.ts';

export function useCheck(): CheckState {
  return useSyncExternalStore(connectionCheck.subscribe, connectionCheck.getSnapshot);
}

export function useCheckDialog(): 'open' | 'closed' {
  return useStore(checkStore).dialog;
}

/** Where to write instead, once a call was wanted in a browser that cannot call; null: none was. */
export function useCallHelp(): string | null {
  return useStore(callHelpStore).instead;
}
