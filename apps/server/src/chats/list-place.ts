import { id, time } from '@yonder/contract';
import { DomainError } from '../platform/errors.ts';

/** Cursor of the room list: the page begins after this room. */
export interface ListPlace {
  listedAt: Date;
  roomId: string;
}

/** Encodes the next page's cursor: when its last room was listed, and its id. */
export function placeAfter({ listedAt, roomId }: ListPlace): string {
  return `${listedAt.getTime()}.${roomId}`;
}

/** @throws DomainError 'bad-input' for a cursor no page has returned. */
export function readPlace(cursor: string | null): ListPlace | undefined {
  if (cursor === null) return undefined;
  const [listedAt, roomId] = cursor.split('.');
  const place = { listedAt: time.safeParse(Number(listedAt || Number.NaN)), roomId: id.safeParse(roomId) };
  if (!place.listedAt.success || !place.roomId.success) throw new DomainError('bad-input');
  return { listedAt: new Date(place.listedAt.data), roomId: place.roomId.data };
}
