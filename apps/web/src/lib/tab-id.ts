import { randomId } from '@yonder/client';
import { onPageCache } from './page-cache.ts';

const KEY = 'tab-id';

const id = takeId();

/** This tab's name towards the server, the same after a reload: that is how a call finds its tab again. */
export function tabId(): string {
  return id;
}

/**
 * Kept while nobody looks at the page, and between two pages: a duplicate of a tab that is looked at begins with a copy of
 * what its page keeps, and is another tab.
 */
function takeId(): string {
  try {
    const kept = sessionStorage;
    const taken = kept.getItem(KEY) ?? randomId();
    const keep = () => kept.setItem(KEY, taken);
    // A page that nobody looks at may be ended without a word, above all on a phone.
    const follow = () => (document.visibilityState === 'hidden' ? keep() : kept.removeItem(KEY));
    follow();
    onPageCache({ hide: keep, show: follow });
    document.addEventListener('visibilitychange', follow);
    return taken;
  } catch {
    return randomId();
  }
}
