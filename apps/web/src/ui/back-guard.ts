import * as z from 'zod/mini';
import { after } from '../lib/clock.ts';

const guarded = z.object({ backGuard: z.literal(true) });

function isGuarded(): boolean {
  return guarded.safeParse(history.state).success;
}

/** 1: over the entry of its own. 2: over the page's, too. */
export type Steps = 1 | 2;

let guards = 0;
/** Our own steps back are on their way: the browser says so later, when another guard may stand there. */
let isOwnStep = false;

/**
 * Back does not leave while this is there: it asks. The page's own entry is doubled, so that Back stays on the page.
 * Answers how to take the guard away, and the page with it if that is wanted.
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
    // Not when the next one is already there, nor when the person went on to another page from here.
    after(0, () => {
      if (guards === 0 && isGuarded()) stepBack(steps);
    });
  };
}

function stepBack(steps: Steps): void {
  isOwnStep = true;
  // After every guard has heard of it.
  const arrived = () => after(0, () => (isOwnStep = false));
  window.addEventListener('popstate', arrived, { once: true });
  history.go(-steps);
}
