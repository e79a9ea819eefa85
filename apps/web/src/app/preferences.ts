import type { Appearance, ColorTheme, Language, Preferences } from '@yonder/contract';
import { client } from '../lib/client.ts';
import { chooseColorTheme, colorThemeStore } from '../state/color-theme.ts';
import { appStore } from '../state/store.ts';
import { changeLanguage, changeTheme, withPreferences } from '../state/transitions.ts';
import type { ChatPreferences } from '../state/user.ts';

export function setTheme(theme: Appearance): void {
  appStore.setState((state) => changeTheme(state, theme));
  save({ theme });
}

export function setLanguage(language: Language): void {
  appStore.setState((state) => changeLanguage(state, language));
  save({ language });
}

export function setColorTheme(selectedTheme: ColorTheme): void {
  chooseColorTheme(selectedTheme);
  save({ selectedTheme });
}

/** How somebody chats: what they show of themselves, what Enter does, how a call comes, and what they are told of. */
export function setChatPreference(change: Partial<ChatPreferences>): void {
  appStore.setState((state) => withPreferences(state, change));
  save(change);
}

/** At sign-in the account's choices come to this device; a reset at logout took the last person's away. */
export function adoptPreferences({ theme, language, selectedTheme }: Preferences): void {
  appStore.setState({ theme, language });
  chooseColorTheme(selectedTheme);
}

/** At onboarding it is the other way round: what was chosen as a visitor becomes the account's. */
export function saveDevicePreferences(): void {
  const { theme, language } = appStore.getState();
  save({ theme, language, selectedTheme: colorThemeStore.getState() });
}

/** The day of somebody who travels begins where they are. Finding out takes a slow phone a while. */
export function tellTimezone(you: string): void {
  const { user } = appStore.getState();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (user?.id === you && user.timezone !== timeZone) save({ timezone: timeZone });
}

/** Writing them is an extra: a failure leaves the choice on this device. */
function save(change: Partial<Preferences> & { timezone?: string }): void {
  if (!appStore.getState().user?.onboarded) return;
  client
    .call('updatePreferences', change)
    .catch((error: unknown) => console.warn('The preferences were not saved', error));
}
