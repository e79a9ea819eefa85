import { summary, type Summary } from '@yonder/contract';
import type { SeenRoom } from './rows.ts';

/** Returns what a room stores of its last message; null for the defaults. */
export function keptSummary(given: Summary): Summary | null {
  return given.kind === 'text' || given.kind === 'system' ? null : given;
}

/** Encodes keptSummary for a statement. */
export function storedSummary(given: Summary): string | null {
  const kept = keptSummary(given);
  return kept && JSON.stringify(kept);
}

/** Null when the room has no messages. */
export function headSummary(row: SeenRoom): Summary | null {
  if (row.last_message_at === null) return null;
  if (row.last_message_summary !== null) return summary.parse(row.last_message_summary);
  return { kind: row.last_message_sender === 'system' ? 'system' : 'text' };
}
