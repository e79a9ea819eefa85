import { summary, type Summary } from '@yonder/contract';
import type { SeenRoom } from './rows.ts';

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
