import { LIMITS, type Appearance, type Language, type Notification } from '@yonder/contract';
import type { User } from './user.ts';

export type Mode = 'mode1' | 'mode2' | 'mode3' | 'mode4';
/** idle → queuing → calling → deciding → idle; a mutual like returns deciding to calling. */
type CallState = 'idle' | 'queuing' | 'calling' | 'deciding';

/** Exactly the fields of the specification's client state. */
export interface AppState {
  user: User | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  currentMode: Mode | null;
  previousMode: Mode | null;
  isOnline: boolean;
  theme: Appearance;
  language: Language;
  /** The newest ones, up to one page. */
  notifications: readonly Notification[];
  unreadNotifications: number;
  mode2QueuePosition: number | null;
  callQueueTotal: number | null;
  mode3MatchesUsed: number;
  /** Milliseconds since the epoch. */
  mode3CooldownUntil: number | null;
  isTextFindingOpen: boolean;
  modeLock: boolean;
  callState: CallState;
  callElapsedSeconds: number;
  decisionRemainingSeconds: number;
  isCallMuted: boolean;
  canDislike: boolean;
  callId: string | null;
  callTopic: string;
  error: string | null;
}

export const DEFAULT_STATE: AppState = {
  user: null,
  isAuthenticated: false,
  isLoading: true,
  currentMode: 'mode1',
  previousMode: 'mode1',
  isOnline: true,
  theme: 'dark',
  language: 'en',
  notifications: [],
  unreadNotifications: 0,
  mode2QueuePosition: null,
  callQueueTotal: null,
  mode3MatchesUsed: 0,
  mode3CooldownUntil: null,
  isTextFindingOpen: false,
  modeLock: false,
  callState: 'idle',
  callElapsedSeconds: 0,
  decisionRemainingSeconds: LIMITS.decisionSeconds,
  isCallMuted: false,
  canDislike: false,
  callId: null,
  callTopic: '',
  error: null,
};

export type PersistedState = Pick<AppState, 'theme' | 'language' | 'mode3MatchesUsed' | 'mode3CooldownUntil'>;

/** The four fields that this device stores. */
export function persisted(state: AppState): PersistedState {
  return {
    theme: state.theme,
    language: state.language,
    mode3MatchesUsed: state.mode3MatchesUsed,
    mode3CooldownUntil: state.mode3CooldownUntil,
  };
}
