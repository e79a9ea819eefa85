import { randomId } from '@yonder/client';
import { onPageCache } from './page-cache.ts';

const KEY = 'tab-id';

const id = takeId();

/** This tab's id for the server, stable across reloads, so that a call finds its tab again. */
export function tabId(): string {
  return id;
}

/**
 * Stored only while the page is hidden or reloading: a duplicated tab copies the visible page's storage, and must get
 * an id of its own.
 */
function takeId(): string {
  try {
    const kept = sessionStorage;
    const taken = kept.getItem(KEY) ?? randomId();
    const keep = () => kept.setItem(KEY, taken);
    // A hidden page may be ended without an event, above all on a phone.
    const follow = () => (document.visibilityState === 'hidden' ? keep() : kept.removeItem(KEY));
    follow();
    onPageCache({ hide: keep, show: follow });
    document.addEventListener('visibilitychange', follow);
    return taken;
  } catch {
    return randomId();
  }
}
