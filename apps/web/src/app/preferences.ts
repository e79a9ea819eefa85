import type { Appearance, ColorTheme, Language, Preferences } from '@yonder/contract';
import { client } from '../lib/client.ts';
import { now } from '../lib/clock.ts';
import { onPageCache } from '../lib/page-cache.ts';
import { tabMemory } from '../lib/personal-storage.ts';
import { isPassing } from '../lib/query-client.ts';
import { chooseColorTheme, colorThemeStore } from '../state/color-theme.ts';
import { appStore } from '../state/store.ts';
import { changeLanguage, changeTheme, type ChatChange } from '../state/transitions.ts';
import { createPreferenceWriter } from './preference-writer.ts';
import { createUnsavedLook, leftLook } from './unsaved-look.ts';

const write = createPreferenceWriter({
  store: appStore,
  send: (change) => client.call('updatePreferences', change),
});

/** A failure leaves the choice on this device. */
const unsaved = createUnsavedLook({
  memory: tabMemory('look', leftLook, () => appStore.getState().user?.id),
  now,
  save: (change) => write({ change, ifRefused: 'stays' }),
  isPassing,
  warn,
});

export function setTheme(theme: Appearance): void {
  appStore.setState((state) => changeTheme(state, theme));
  unsaved.keep({ theme });
}

export function setLanguage(language: Language): void {
  appStore.setState((state) => changeLanguage(state, language));
  unsaved.keep({ language });
}

export function setColorTheme(selectedTheme: ColorTheme): void {
  chooseColorTheme(selectedTheme);
  unsaved.keep({ selectedTheme });
}

/** Presence, the Enter key, incoming calls and notifications. */
export async function setChatPreference(change: ChatChange): Promise<void> {
  await write({ change, ifRefused: 'goes back' });
}

/** Stores what has not reached the account when the page goes away. */
export function guardLook(): void {
  onPageCache({ hide: unsaved.leavePage });
}

/** Applies the account's choices at sign-in, over the last user's (reset at logout) but not over unsaved ones. */
export function adoptPreferences(preferences: Preferences): void {
  const { theme, language, selectedTheme } = unsaved.over(preferences);
  appStore.setState({ theme, language });
  chooseColorTheme(selectedTheme);
}

/** At onboarding the visitor's choices become the account's. */
export function saveDevicePreferences(): void {
  const { theme, language } = appStore.getState();
  unsaved.keep({ theme, language, selectedTheme: colorThemeStore.getState() });
}

/** A traveller's day begins in their time zone. Finding it out is slow on slow phones. */
export function tellTimezone(you: string): void {
  const { user } = appStore.getState();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (user?.id !== you || !user.onboarded || user.timezone === timeZone) return;
  client.call('updatePreferences', { timezone: timeZone }).catch(warn);
}

function warn(error: unknown): void {
  console.warn('The preferences were not saved', error);
}
