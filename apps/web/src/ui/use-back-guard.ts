import { useEffect, useEffectEvent, useRef } from 'react';
import * as z from 'zod/mini';
import { after } from '../lib/clock.ts';

const guarded = z.object({ backGuard: z.literal(true) });

function isGuarded(): boolean {
  return guarded.safeParse(history.state).success;
}

let guards = 0;
/** Our own steps back are on their way: the browser says so later, when another guard may stand there. */
let isOwnStep = false;

/**
 * Back does not leave while this is there and on: it asks. The page's own entry is doubled, so that Back stays on the page.
 * Answers how to leave all the same: once the guard goes, it takes the page along.
 */
export function useBackGuard(onBack: () => void, state: 'on' | 'off' = 'on'): () => void {
  const ask = useEffectEvent(onBack);
  /** Over the entry of its own, and over the page's. */
  const steps = useRef(1);
  useEffect(() => {
    if (state === 'off') return undefined;
    guards++;
    const push = () => {
      if (!isGuarded()) history.pushState({ ...history.state, backGuard: true }, '');
    };
    const back = () => {
      if (isGuarded()) return;
      push();
      if (!isOwnStep) ask();
    };
    push();
    window.addEventListener('popstate', back);
    return () => {
      guards--;
      window.removeEventListener('popstate', back);
      // Not when the next one is already there, nor when the person went on to another page from here.
      after(0, () => {
        if (guards === 0 && isGuarded()) stepBack(steps.current);
      });
    };
  }, [state]);
  return () => {
    steps.current = 2;
  };
}

function stepBack(steps: number): void {
  isOwnStep = true;
  // After every guard has heard of it.
  const arrived = () => after(0, () => (isOwnStep = false));
  window.addEventListener('popstate', arrived, { once: true });
  history.go(-steps);
}
