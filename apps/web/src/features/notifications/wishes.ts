import type { NotificationKind, Preferences } from '@yonder/contract';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import type { Wishes } from './announcing.ts';

/** What moderators decide is told in any case, and so is that a chat is there no more. */
export function wishesOf({ inApp, vibration }: Preferences = DEFAULT_PREFERENCES): Wishes {
  return { shows: (kind) => isWanted(kind, inApp), sounds: inApp.sounds, vibration };
}

function isWanted(kind: NotificationKind, { messages, matches, calls, comments }: Preferences['inApp']): boolean {
  switch (kind) {
    case 'message':
    case 'request':
      return messages;
    case 'match':
      return matches;
    case 'missed-call':
      return calls;
    case 'comment':
      return comments;
    case 'chat-closed':
    case 'moderation':
      return true;
    default:
      return kind satisfies never;
  }
}
