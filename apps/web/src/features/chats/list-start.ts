import type { History } from './history.ts';
import type { UnreadAfter } from './reading.ts';
import { placeIn, type ScrollPlace } from './scroll-place.ts';
import type { Row } from './timeline.ts';

/** The jump target: a message's number, or the newest message. */
export type Aim = number | 'newest' | null;

/**
 * A new key restarts the list in the right place at once: when the window moves, and when the unread line is decided. Until
 * then the list stays at the newest message.
 */
export function listKey({ place }: History, unreadAfter: UnreadAfter): string {
  return typeof unreadAfter === 'number' ? `${place}-${unreadAfter}` : `${place}`;
}

/** Where a list begins: at the jump target, at the earlier position, at what is unread, or at the newest message. */
export function startOf(rows: readonly Row[], { room, place, newer }: History, aim: Aim): ScrollPlace {
  const led = rows.find((one) => seedOf(one) === aim);
  if (led !== undefined) return { kind: 'row', key: led.key, offset: -120 };
  // Above 0 the window was moved on purpose: the earlier position does not count.
  const before = place === 0 ? placeIn(room.id) : undefined;
  if (before?.kind === 'row' && rows.some(({ key }) => key === before.key)) return before;
  if (aim === 'newest') return { kind: 'newest' };
  const line = rows.find(({ kind }) => kind === 'unread');
  // A window placed around new messages has no unread line, and does not end at the newest message.
  const first = newer === 'more' ? rows.find((one) => (seedOf(one) ?? 0) > room.readSeq) : undefined;
  const unread = line ?? first;
  return unread === undefined ? { kind: 'newest' } : { kind: 'row', key: unread.key, offset: -64 };
}

export function seedOf(row: Row): number | undefined {
  if (row.kind !== 'bubble') return undefined;
  const { delivery } = row.bubble;
  return 'message' in delivery ? delivery.message.seedOrder : undefined;
}
