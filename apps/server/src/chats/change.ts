import {
  attachment as attachmentOf,
  type Attachment,
  type CALL_OUTCOMES,
  type ONE_TIME_STATES,
} from '@yonder/contract';
import type { MessagePatch } from './messages-store.ts';
import type { MessageRow, Side } from './rows.ts';

/** A change to a message after it was sent. */
export type Change =
  | { kind: 'deleted' }
  /** Hidden from the recipient until a moderator decides; 'shown' reverts it. */
  | { kind: 'hidden' }
  | { kind: 'shown' }
  | { kind: 'reaction'; by: Side; emoji: string | null }
  | { kind: 'one_time_image'; state: Exclude<(typeof ONE_TIME_STATES)[number], 'sealed'> }
  | { kind: 'call'; outcome: (typeof CALL_OUTCOMES)[number]; seconds: number | null };

/** Returns what to write; null when it is so already or no longer possible. */
export function patchOf(row: MessageRow, change: Change, now: Date): MessagePatch | null {
  if (row.deleted_at !== null) return null;
  switch (change.kind) {
    case 'deleted':
      return {
        content: '',
        attachment: null,
        media_path: null,
        reply_to: null,
        a_reaction: null,
        b_reaction: null,
        deleted_at: now,
        hidden_at: null,
      };
    case 'hidden':
      return row.hidden_at === null ? { hidden_at: now } : null;
    case 'shown':
      return row.hidden_at === null ? null : { hidden_at: null };
    case 'reaction': {
      const { by, emoji } = change;
      if ((by === 'a' ? row.a_reaction : row.b_reaction) === emoji) return null;
      return by === 'a' ? { a_reaction: emoji } : { b_reaction: emoji };
    }
    case 'one_time_image': {
      const given = attachmentOfRow(row);
      // The first outcome wins.
      return given?.kind === change.kind && given.state === 'sealed' ? stored({ ...given, state: change.state }) : null;
    }
    case 'call': {
      const given = attachmentOfRow(row);
      if (given?.kind !== change.kind) return null;
      const { outcome, seconds } = change;
      return given.outcome === outcome && given.seconds === seconds ? null : stored({ ...given, outcome, seconds });
    }
    default:
      return change satisfies never;
  }
}

function attachmentOfRow(row: MessageRow): Attachment | null {
  return row.attachment === null ? null : attachmentOf.parse(row.attachment);
}

function stored(given: Attachment): MessagePatch {
  return { attachment: JSON.stringify(given) };
}
