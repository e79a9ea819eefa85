import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { after } from '../../../lib/clock.ts';

const guarded = z.object({ callGuard: z.literal(true) });

function isGuarded(): boolean {
  return guarded.safeParse(history.state).success;
}

let guards = 0;

/** Back does not leave while this is there: it asks. The page's own entry is doubled, so that Back stays on the page. */
export function useBackGuard(onBack: () => void): void {
  const ask = useEffectEvent(onBack);
  useEffect(() => {
    guards++;
    const push = () => {
      if (!isGuarded()) history.pushState({ ...history.state, callGuard: true }, '');
    };
    const back = () => {
      if (isGuarded()) return;
      push();
      ask();
    };
    push();
    window.addEventListener('popstate', back);
    return () => {
      guards--;
      window.removeEventListener('popstate', back);
      // Not when the next one is already there, nor when the person went on to another page from here.
      after(0, () => {
        if (guards === 0 && isGuarded()) history.back();
      });
    };
  }, []);
}
