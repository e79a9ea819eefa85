import { afterEach, expect, it } from 'vitest';
import { historyUpTo, message, ROOM, room, YOU } from './samples.ts';
import { type Aim, listKey, startOf } from './list-start.ts';
import type { UnreadAfter } from './reading.ts';
import { rememberPlace } from './scroll-place.ts';
import { timeline } from './timeline.ts';

const unread = { ...historyUpTo(4), room: room({ lastSeq: 4, readSeq: 2, unread: 2 }) };
const startIn = (history: typeof unread, unreadAfter: UnreadAfter, aim: Aim = null) =>
  startOf(timeline(history, { you: YOU, unreadAfter, isCutOff: false }), history, aim);

afterEach(() => rememberPlace(ROOM, { kind: 'newest' }));

it('a list that stood at the newest message before it was decided what is unread begins anew at the line', () => {
  expect(startIn(unread, 'undecided')).toEqual({ kind: 'newest' });
  expect(listKey(unread, 2)).not.toBe(listKey(unread, 'undecided'));
  rememberPlace(ROOM, { kind: 'newest' });
  expect(startIn(unread, 2)).toMatchObject({ kind: 'row', key: 'unread' });
});

it('where all is read the list stays as it is', () => {
  expect(listKey(unread, null)).toBe(listKey(unread, 'undecided'));
});

it('whoever has scrolled up meanwhile begins where they were', () => {
  const there = { kind: 'row', key: message(1).id, offset: 5 } as const;
  rememberPlace(ROOM, there);
  expect(startIn(unread, 2)).toEqual(there);
});

it('where they were is no place any more once its row is not there', () => {
  rememberPlace(ROOM, { kind: 'row', key: message(9).id, offset: 5 });
  expect(startIn(unread, 2)).toMatchObject({ kind: 'row', key: 'unread' });
  expect(startIn(unread, null)).toEqual({ kind: 'newest' });
});

it('a window put around what came meanwhile begins at the first unread message, also without a line', () => {
  const put = { ...unread, place: 1, newer: 'more' as const };
  expect(startIn(put, null)).toMatchObject({ kind: 'row', key: message(3).id });
  expect(startIn({ ...put, newer: 'none' }, null)).toEqual({ kind: 'newest' });
});

it('whoever was led to a message begins there', () => {
  expect(startIn(unread, 2, 1)).toMatchObject({ kind: 'row', key: message(1).id });
});

it('whoever asked for the newest begins there when it is decided what is unread, unless they have scrolled up since', () => {
  expect(startIn(unread, 2, 'newest')).toEqual({ kind: 'newest' });
  const there = { kind: 'row', key: message(1).id, offset: 5 } as const;
  rememberPlace(ROOM, there);
  expect(startIn(unread, 2, 'newest')).toEqual(there);
});

it('a window put at the newest for whoever asked for it begins there, although what is unread is in it', () => {
  rememberPlace(ROOM, { kind: 'row', key: message(1).id, offset: 5 });
  expect(startIn({ ...unread, place: 1 }, 2, 'newest')).toEqual({ kind: 'newest' });
  expect(startIn({ ...unread, place: 1 }, 2)).toMatchObject({ kind: 'row', key: 'unread' });
});
