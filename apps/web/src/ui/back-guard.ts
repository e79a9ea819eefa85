import * as z from 'zod/mini';
import { after } from '../lib/clock.ts';

const guarded = z.object({ backGuard: z.literal(true) });

function isGuarded(): boolean {
  return guarded.safeParse(history.state).success;
}

/** 1: back over the guard's own entry. 2: over the page's, too. */
export type Steps = 1 | 2;

let guards = 0;
/** Our own step back is under way: its popstate arrives later, when another guard may be active. */
let isOwnStep = false;

/**
 * Makes Back ask instead of leaving. Doubles the page's history entry, so that Back stays on the page. Returns a
 * function that removes the guard, and optionally leaves the page, too.
 */
export function guardBack(ask: () => void): (steps?: Steps) => void {
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
  return (steps = 1) => {
    guards--;
    window.removeEventListener('popstate', back);
    // Skipped if another guard is active by then, or the user went on to another page.
    after(0, () => {
      if (guards === 0 && isGuarded()) stepBack(steps);
    });
  };
}

function stepBack(steps: Steps): void {
  isOwnStep = true;
  // Runs after every guard's popstate listener.
  const arrived = () => after(0, () => (isOwnStep = false));
  window.addEventListener('popstate', arrived, { once: true });
  history.go(-steps);
}
