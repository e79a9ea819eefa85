import type { History } from './history.ts';
import type { UnreadAfter } from './reading.ts';
import { placeIn, type ScrollPlace } from './scroll-place.ts';
import type { Row } from './timeline.ts';

/** Where somebody asked to be led: to the message of that number, or to the newest. */
export type Aim = number | 'newest' | null;

/**
 * Another list begins where it should, at once: when the window is put elsewhere, and when it is decided that something is
 * unread. Until then the list stands at the newest message.
 */
export function listKey({ place }: History, unreadAfter: UnreadAfter): string {
  return typeof unreadAfter === 'number' ? `${place}-${unreadAfter}` : `${place}`;
}

/** Where a list begins: where one asked to be led, where one was before, at what is unread, or at the newest. */
export function startOf(rows: readonly Row[], { room, place, newer }: History, aim: Aim): ScrollPlace {
  const led = rows.find((one) => seedOf(one) === aim);
  if (led !== undefined) return { kind: 'row', key: led.key, offset: -120 };
  // Above 0 the window was moved on purpose: where one was before is no matter.
  const before = place === 0 ? placeIn(room.id) : undefined;
  if (before?.kind === 'row' && rows.some(({ key }) => key === before.key)) return before;
  if (aim === 'newest') return { kind: 'newest' };
  const line = rows.find(({ kind }) => kind === 'unread');
  // A window that was put around what came meanwhile has no line, and does not end at the newest message.
  const first = newer === 'more' ? rows.find((one) => (seedOf(one) ?? 0) > room.readSeq) : undefined;
  const unread = line ?? first;
  return unread === undefined ? { kind: 'newest' } : { kind: 'row', key: unread.key, offset: -64 };
}

export function seedOf(row: Row): number | undefined {
  if (row.kind !== 'bubble') return undefined;
  const { delivery } = row.bubble;
  return 'message' in delivery ? delivery.message.seedOrder : undefined;
}
