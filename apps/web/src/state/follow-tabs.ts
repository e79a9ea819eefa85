import type { Stop } from '../lib/clock.ts';
import { onPageCache } from '../lib/page-cache.ts';
import { COLOR_THEME_KEY, readSharedColorTheme } from './color-theme.ts';
import { readSharedState, STATE_KEY } from './store.ts';
import { readSharedShortcuts, SHORTCUTS_KEY } from './shortcuts.ts';

const READ: Readonly<Record<string, () => void>> = {
  [STATE_KEY]: readSharedState,
  [COLOR_THEME_KEY]: readSharedColorTheme,
  [SHORTCUTS_KEY]: readSharedShortcuts,
};

/** Keeps choices equal in all tabs. A page from the back/forward cache has missed the events, so it reads all. */
export function followTabs(): Stop {
  const hear = ({ key }: StorageEvent): void => {
    if (key !== null) READ[key]?.();
  };
  const readAll = (): void => Object.values(READ).forEach((read) => read());
  window.addEventListener('storage', hear);
  // Another tab may have written since the page read it.
  readAll();
  const stopShowing = onPageCache({ show: readAll });
  return () => {
    window.removeEventListener('storage', hear);
    stopShowing();
  };
}
