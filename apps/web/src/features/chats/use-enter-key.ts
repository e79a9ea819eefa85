import type { KeyboardEvent } from 'react';
import { useAppState } from '../../state/store.ts';
import { sendsBy } from './enter-key.ts';

interface EnterKey {
  sends: (event: KeyboardEvent) => boolean;
  hint: 'send' | 'enter';
}

export function useEnterKey(): EnterKey {
  const enterSends = useAppState(({ user }) => user?.preferences.enterSends ?? true);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return {
    sends: ({ nativeEvent }) => sendsBy(nativeEvent, { enterSends, isTouch }),
    hint: isTouch || !enterSends ? 'enter' : 'send',
  };
}
