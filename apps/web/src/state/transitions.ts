import {
  FIXED,
  type Appearance,
  type Language,
  type Notification,
  type Notified,
  type Preferences,
} from '@yonder/contract';
import { DEFAULT_STATE, type AppState, type Mode } from './app-state.ts';

/** The specification's client-state transitions: each takes a state and returns the next. */

export function changeMode(state: AppState, mode: Mode | null): AppState {
  return mode === state.currentMode ? state : { ...state, currentMode: mode, previousMode: state.currentMode };
}

/** Modes 1 and 4 are pages: visiting one enters the mode, unless a queue, call or match holds the lock. */
export function enterPage(state: AppState, path: string): AppState {
  const mode = path === '/mode1' || path.startsWith('/mode1/') ? 'mode1' : path === '/nearby' ? 'mode4' : null;
  return mode === null || state.modeLock ? state : changeMode(state, mode);
}

export function changeTheme(state: AppState, theme: Appearance): AppState {
  return { ...withPreferences(state, { theme }), theme };
}

export function changeLanguage(state: AppState, language: Language): AppState {
  return { ...withPreferences(state, { language }), language };
}

/** Absent fields stay unchanged, as on the server, also within `push` and `inApp`. */
export type PreferencesChange = Partial<Omit<Preferences, 'push' | 'inApp'>> & {
  push?: Partial<Preferences['push']>;
  inApp?: Partial<Preferences['inApp']>;
};

/** Preferences of the account alone; theme and language are each device's. */
export type ChatChange = Omit<PreferencesChange, 'theme' | 'selectedTheme' | 'language'>;

/** Applies the signed-in user's choice; visitors have no preferences. */
export function withPreferences(state: AppState, change: PreferencesChange): AppState {
  if (state.user === null) return state;
  return { ...state, user: { ...state.user, preferences: changedPreferences(state.user.preferences, change) } };
}

export function changedPreferences(
  preferences: Preferences,
  { push, inApp, ...change }: PreferencesChange,
): Preferences {
  return {
    ...preferences,
    ...change,
    push: { ...preferences.push, ...push },
    inApp: { ...preferences.inApp, ...inApp },
  };
}

/** Newest first. A known one moves to the front and is not counted twice. */
export function addNotification(state: AppState, notification: Notification): AppState {
  const others = state.notifications.filter(({ id }) => id !== notification.id);
  return replaceNotifications(state, [notification, ...others].slice(0, FIXED.notificationsPage));
}

export function markNotificationRead(state: AppState, id: string): AppState {
  return replaceNotifications(
    state,
    state.notifications.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
  );
}

export function markAllNotificationsRead(state: AppState): AppState {
  return replaceNotifications(
    state,
    state.notifications.map((one) => ({ ...one, isRead: true })),
  );
}

export function clearNotifications(state: AppState): AppState {
  return replaceNotifications(state, []);
}

/** Whether the list equals the server's, by its newest entry, and by the unread count if the list is complete. */
export function agreesWith({ notifications, unreadNotifications }: AppState, { latest, unread }: Notified): boolean {
  if (latest !== (notifications[0]?.id ?? null)) return false;
  return notifications.length === FIXED.notificationsPage || unread === unreadNotifications;
}

/** Replaces the list by the server's. */
export function replaceNotifications(state: AppState, notifications: readonly Notification[]): AppState {
  return { ...state, notifications, unreadNotifications: notifications.filter(({ isRead }) => !isRead).length };
}

export function changeOnline(state: AppState, isOnline: boolean): AppState {
  return state.isOnline === isOnline ? state : { ...state, isOnline };
}

/** Resets every field, including the persisted ones. */
export function reset(): AppState {
  return DEFAULT_STATE;
}
