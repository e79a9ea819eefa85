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

/** How somebody chats: what they show of themselves, what Enter does, how a call comes, and what they are told of. */
export async function setChatPreference(change: ChatChange): Promise<void> {
  await write({ change, ifRefused: 'goes back' });
}

/** A page that goes away leaves word of what has not reached the account. */
export function guardLook(): void {
  onPageCache({ hide: unsaved.leavePage });
}

/** At sign-in the account's choices come to this device, but for what it has yet to hear of; a reset at logout took the last person's away. */
export function adoptPreferences(preferences: Preferences): void {
  const { theme, language, selectedTheme } = unsaved.over(preferences);
  appStore.setState({ theme, language });
  chooseColorTheme(selectedTheme);
}

/** At onboarding it is the other way round: what was chosen as a visitor becomes the account's. */
export function saveDevicePreferences(): void {
  const { theme, language } = appStore.getState();
  unsaved.keep({ theme, language, selectedTheme: colorThemeStore.getState() });
}

/** The day of somebody who travels begins where they are. Finding out takes a slow phone a while. */
export function tellTimezone(you: string): void {
  const { user } = appStore.getState();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (user?.id !== you || !user.onboarded || user.timezone === timeZone) return;
  client.call('updatePreferences', { timezone: timeZone }).catch(warn);
}

function warn(error: unknown): void {
  console.warn('The preferences were not saved', error);
}
