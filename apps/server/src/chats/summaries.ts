import { summary, type Attachment, type Summary } from '@yonder/contract';
import type { SeenRoom } from './rows.ts';

interface Summarised {
  type: string;
  attachment: Attachment | null;
  isDeleted: boolean;
}

/** The kind of a message, for who lists or quotes it. */
export function summaryOf({ type, attachment, isDeleted }: Summarised): Summary {
  if (isDeleted) return { kind: 'deleted' };
  switch (attachment?.kind) {
    case undefined:
      return { kind: type === 'system' ? 'system' : 'text' };
    case 'image':
      return { kind: 'image' };
    case 'voice':
      return { kind: 'voice', seconds: attachment.seconds };
    case 'one_time_image':
    case 'call':
      return attachment;
    default:
      return attachment satisfies never;
  }
}

/** What a room keeps of its last message: what goes without saying is null. */
export function keptSummary(given: Summary): Summary | null {
  return given.kind === 'text' || given.kind === 'system' ? null : given;
}

/** The same as a statement takes it. */
export function storedSummary(given: Summary): string | null {
  const kept = keptSummary(given);
  return kept && JSON.stringify(kept);
}

/** Of a room's last message; null when there is none. */
export function headSummary(row: SeenRoom): Summary | null {
  if (row.last_message_at === null) return null;
  if (row.last_message_summary !== null) return summary.parse(row.last_message_summary);
  return { kind: row.last_message_sender === 'system' ? 'system' : 'text' };
}
