import { useEffect, useEffectEvent } from 'react';
import { guardBack } from '../back-guard.ts';

/** Back asks instead of leaving while this is there. */
export function useBackGuard(onBack: () => void): void {
  const ask = useEffectEvent(onBack);
  useEffect(() => guardBack(() => ask()), []);
}
