import { useEffect, useEffectEvent, useRef } from 'react';
import { guardBack, type Steps } from './back-guard.ts';

/** Makes Back ask while mounted and on. Returns a function that leaves all the same, once it is off. */
export function useBackGuard(onBack: () => void, state: 'on' | 'off' = 'on'): () => void {
  const ask = useEffectEvent(onBack);
  const steps = useRef<Steps>(1);
  useEffect(() => {
    if (state === 'off') return undefined;
    const release = guardBack(() => ask());
    return () => release(steps.current);
  }, [state]);
  return () => {
    steps.current = 2;
  };
}
