import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { MicrophoneState } from './media/microphone.ts';
import type { Snapshot } from './session.ts';
import { microphone, soundStore, voice, type SoundState } from './voice.ts';

/** The call of this page: its state and its clock. */
export function useCall(): Snapshot {
  return useSyncExternalStore(voice.subscribe, voice.getSnapshot);
}

export function useSound(): SoundState {
  return useStore(soundStore);
}

export function useMicrophone(): MicrophoneState {
  return useSyncExternalStore(microphone.subscribe, () => microphone.state);
}
