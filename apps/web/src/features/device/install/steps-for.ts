import type { Platform } from '../../../lib/browser.ts';

/** The store of the badge that led here. */
export type Store = 'ios' | 'android';

export type Phone = 'iphone' | 'android';

/** The steps for the phone in use; on a desktop those for the phone of the badge. */
export function stepsFor(store: Store, platform: Platform): Phone {
  if (platform !== 'desktop') return platform;
  return store === 'ios' ? 'iphone' : 'android';
}
