import { randomId } from './clock.ts';

const KEY = 'tab-id';

/** This tab's name towards the server, the same after a reload: that is how a call finds its tab again. */
export function tabId(): string {
  try {
    const kept = sessionStorage.getItem(KEY) ?? randomId();
    sessionStorage.setItem(KEY, kept);
    return kept;
  } catch {
    return randomId();
  }
}
