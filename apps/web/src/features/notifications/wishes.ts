import type { NotificationKind, Preferences } from '@yonder/contract';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import type { Wishes } from './announcing.ts';

/** By which a kind is switched on and off; null: it is told here in any case, and pushed in none. */
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

/** What moderators decide is told in any case, and so is that a chat is there no more and that a report was closed. */
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
