import type { KeyboardEvent } from 'react';
import { useAppState } from '../../state/store.ts';

interface EnterKey {
  sends: (event: KeyboardEvent) => boolean;
  hint: 'send' | 'enter';
}

/** Enter sends and Shift+Enter begins a line, or the other way round. On a touch screen Enter always begins a line. */
export function useEnterKey(): EnterKey {
  const enterSends = useAppState(({ user }) => user?.preferences.enterSends ?? true);
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return {
    sends: ({ key, shiftKey }) => key === 'Enter' && !isTouch && shiftKey !== enterSends,
    hint: isTouch || !enterSends ? 'enter' : 'send',
  };
}
