import { toVisibleText } from '@yonder/contract';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useAppState } from '../../state/store.ts';
import type { MicrophoneState } from './media/microphone.ts';
import type { Snapshot } from './session.ts';
import type { DirectState } from './direct/direct-state.ts';
import { directCalls, microphone, soundStore, startCall, voice, type SoundState } from './voice.ts';

/** This page's call: its state and its clock. */
export function useCall(): Snapshot {
  return useSyncExternalStore(voice.subscribe, voice.getSnapshot);
}

/** A direct call, until it is a call like any other. */
export function useDirectCall(): DirectState {
  return useSyncExternalStore(directCalls.subscribe, directCalls.getSnapshot);
}

/** Starts a call about the written topic; null while there is one or may be, or a text match. */
export function useStart(): (() => void) | null {
  const topic = useAppState((state) => state.callTopic);
  const { state, arrival } = useCall();
  const direct = useDirectCall();
  const inText = useAppState(({ modeLock, currentMode }) => modeLock && currentMode === 'mode3');
  return !inText && arrival === 'arrived' && state.kind === 'idle' && direct.kind === 'idle'
    ? () => startCall(toVisibleText(topic, 'line'))
    : null;
}

/** Whether a reload in a call is on its way back into it. */
export function useReturning(): boolean {
  return useCall().arrival === 'returning';
}

export function useSound(): SoundState {
  return useStore(soundStore);
}

export function useMicrophone(): MicrophoneState {
  return useSyncExternalStore(microphone.subscribe, () => microphone.state);
}
