import { expect, test } from 'vitest';
import { type History, historyOf } from './history.ts';
import { come, type ReadingOut, readingOutFrom, said } from './reading-out.ts';
import { message, room, YOU } from './samples.ts';

const READ = upTo(2);

function upTo(last: number, some: Parameters<typeof message>[1] = {}): History {
  const messages = Array.from({ length: last }, (_, index) => message(index + 1, index + 1 === last ? some : {}));
  return historyOf({ chatRoom: room({ lastSeq: last }), messages, hasMore: false });
}

function saying({ saying: now }: ReadingOut): string | number | null {
  if (now === null) return null;
  return now.kind === 'count' ? now.count : now.message.content;
}

const opened = readingOutFrom(READ);

test('what was there when the room was opened is not said', () => {
  expect(come(opened, READ, YOU)).toBe(opened);
});

test('what comes is said, and then nothing', () => {
  const reading = come(opened, upTo(3), YOU);
  expect(saying(reading)).toBe('message 3');
  expect(come(reading, upTo(3), YOU)).toBe(reading);
  expect(saying(said(reading))).toBeNull();
});

test('three that come while one is said wait for their turn', () => {
  let reading = come(come(opened, upTo(3), YOU), upTo(6), YOU);
  const heard = [saying(reading)];
  for (let turn = 0; turn < 4; turn++) {
    reading = said(reading);
    heard.push(saying(reading));
  }
  expect(heard).toEqual(['message 3', 'message 4', 'message 5', 'message 6', null]);
});

test('four that wait are counted', () => {
  const reading = said(come(come(opened, upTo(3), YOU), upTo(7), YOU));
  expect(saying(reading)).toBe(4);
  expect(saying(said(reading))).toBeNull();
});

test('one’s own messages and deleted ones are passed over', () => {
  expect(saying(come(opened, upTo(3, { senderId: YOU }), YOU))).toBeNull();
  expect(saying(come(opened, upTo(3, { isDeleted: true }), YOU))).toBeNull();
});

test('far from the newest message nothing is said until one is back', () => {
  const away = come(opened, { ...upTo(3), newer: 'more' }, YOU);
  expect(away).toBe(opened);
  expect(saying(come(away, upTo(3), YOU))).toBe('message 3');
});

test('nothing that was said is said again', () => {
  const reading = said(come(opened, upTo(3), YOU));
  expect(said(reading)).toBe(reading);
  expect(come(reading, upTo(3), YOU)).toBe(reading);
});
