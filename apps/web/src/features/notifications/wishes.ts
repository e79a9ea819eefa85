import type { NotificationKind, Preferences } from '@yonder/contract';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import type { Wishes } from './announcing.ts';

/** The setting of a kind; null: always shown here, never pushed. */
const TOPICS = {
  message: 'messages',
  request: 'messages',
  match: 'matches',
  'missed-call': 'calls',
  comment: 'comments',
  moderation: 'moderation',
  'chat-closed': null,
  'report-closed': null,
} satisfies Record<NotificationKind, keyof Preferences['push'] | null>;

/** Decisions of moderators, closed chats and closed reports are always shown. */
export function wishesOf({ inApp, push, vibration }: Preferences = DEFAULT_PREFERENCES): Wishes {
  return {
    shows(kind) {
      const topic = TOPICS[kind];
      return topic === null || topic === 'moderation' || inApp[topic];
    },
    pushes(kind) {
      const topic = TOPICS[kind];
      return topic !== null && push[topic];
    },
    sounds: inApp.sounds,
    vibration,
  };
}
