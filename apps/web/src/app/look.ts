import { activateLanguage } from '../lib/i18n.ts';
import { tellLanguage } from '../lib/language-cookie.ts';
import { colorThemeStore } from '../state/color-theme.ts';
import { appStore } from '../state/store.ts';
import { changeTheme } from '../state/transitions.ts';
import { applyTheme } from '../theme/apply-theme.ts';

/** Applies theme and language from the state whenever they change. */
export function followPreferences(): void {
  const look = (): void =>
    applyTheme({ colorTheme: colorThemeStore.getState(), appearance: appStore.getState().theme });
  colorThemeStore.subscribe(look);
  appStore.subscribe((state, before) => {
    if (state.theme !== before.theme) look();
    if (state.language === before.language) return;
    tellLanguage(state.language);
    void activateLanguage(state.language);
  });
  look();
}

/** Switches between day and night, on this device and in the signed-in user's account. */
export function toggleTheme(): void {
  appStore.setState((state) => changeTheme(state, state.theme === 'dark' ? 'light' : 'dark'));
  if (!appStore.getState().isAuthenticated) return;
  void import('./preferences.ts').then(({ setTheme }) => setTheme(appStore.getState().theme));
}
