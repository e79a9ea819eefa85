import { id, time } from '@yonder/contract';
import { DomainError } from '../platform/errors.ts';

/** Where a page of the list begins: after this room. */
export interface ListPlace {
  listedAt: Date;
  roomId: string;
}

/** Where the next page of the list begins, as the wire has it: when its last room was listed, and which. */
export function placeAfter({ listedAt, roomId }: ListPlace): string {
  return `${listedAt.getTime()}.${roomId}`;
}

/** @throws DomainError 'bad-input' for what no page has answered. */
export function readPlace(cursor: string | null): ListPlace | undefined {
  if (cursor === null) return undefined;
  const [listedAt, roomId] = cursor.split('.');
  const place = { listedAt: time.safeParse(Number(listedAt || Number.NaN)), roomId: id.safeParse(roomId) };
  if (!place.listedAt.success || !place.roomId.success) throw new DomainError('bad-input');
  return { listedAt: new Date(place.listedAt.data), roomId: place.roomId.data };
}
