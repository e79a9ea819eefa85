import * as z from 'zod/mini';
import { after, type Stop } from '../../lib/clock.ts';

const guarded = z.object({ callGuard: z.literal(true) });

function isGuarded(): boolean {
  return guarded.safeParse(history.state).success;
}

let guards = 0;
/** Our own step back is on its way: the browser says so later, when another guard may stand there. */
let isOwnStep = false;

/** Back does not leave while this is there: it asks. The page's own entry is doubled, so that Back stays on the page. */
export function guardBack(ask: () => void): Stop {
  guards++;
  const push = () => {
    if (!isGuarded()) history.pushState({ ...history.state, callGuard: true }, '');
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
      if (guards === 0 && isGuarded()) stepBack();
    });
  };
}

function stepBack(): void {
  isOwnStep = true;
  // After every guard has heard of it.
  const arrived = () => after(0, () => (isOwnStep = false));
  window.addEventListener('popstate', arrived, { once: true });
  history.back();
}
