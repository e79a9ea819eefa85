import { randomId } from './clock.ts';

const KEY = 'tab-id';

const id = takeId();

/** This tab's name towards the server, the same after a reload: that is how a call finds its tab again. */
export function tabId(): string {
  return id;
}

/** Kept between two pages only: a duplicate of the tab begins with a copy of what its page keeps, and is another tab. */
function takeId(): string {
  try {
    const kept = sessionStorage;
    const taken = kept.getItem(KEY) ?? randomId();
    const drop = () => kept.removeItem(KEY);
    drop();
    window.addEventListener('pagehide', () => kept.setItem(KEY, taken));
    window.addEventListener('pageshow', drop);
    return taken;
  } catch {
    return randomId();
  }
}
