import type { Platform } from '../../../lib/browser.ts';

/** Whose badge was followed here. */
export type Store = 'ios' | 'android';

export type Phone = 'iphone' | 'android';

/** The steps of the phone in hand; on a desk those of the phone whose badge was followed. */
export function stepsFor(store: Store, platform: Platform): Phone {
  if (platform !== 'desktop') return platform;
  return store === 'ios' ? 'iphone' : 'android';
}
