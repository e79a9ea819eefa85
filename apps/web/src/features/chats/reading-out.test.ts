import { expect, test } from 'vitest';
import { apply, type History, historyOf } from './history.ts';
import { come, type ReadingOut, readingOutFrom, said, wordsOf } from './reading-out.ts';
import { message, room, YOU } from './samples.ts';

const READ = upTo(2);

function upTo(last: number, some: Parameters<typeof message>[1] = {}): History {
  const messages = Array.from({ length: last }, (_, index) => message(index + 1, index + 1 === last ? some : {}));
  return historyOf({ chatRoom: room({ lastSeq: last }), messages, hasMore: false });
}

function saying({ saying: now }: ReadingOut, history = upTo(7)): string | number | null | undefined {
  if (now === null) return null;
  return now.kind === 'count' ? now.count : wordsOf(history, now.id)?.content;
}

const opened = readingOutFrom(READ);

test('what was there when the room was opened is not said', () => {
  expect(come(opened, READ, YOU)).toBe(opened);
});

test('what comes is said, and then nothing', () => {
  const reading = come(opened, upTo(3), YOU);
  expect(saying(reading)).toBe('message 3');
  expect(come(reading, upTo(3), YOU)).toBe(reading);
  expect(saying(said(reading, upTo(7)))).toBeNull();
});

test('three that come while one is said wait for their turn', () => {
  let reading = come(come(opened, upTo(3), YOU), upTo(6), YOU);
  const heard = [saying(reading)];
  for (let turn = 0; turn < 4; turn++) {
    reading = said(reading, upTo(6));
    heard.push(saying(reading));
  }
  expect(heard).toEqual(['message 3', 'message 4', 'message 5', 'message 6', null]);
});

test('four that wait are counted', () => {
  const reading = said(come(come(opened, upTo(3), YOU), upTo(7), YOU), upTo(7));
  expect(saying(reading)).toBe(4);
  expect(saying(said(reading, upTo(7)))).toBeNull();
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
  const reading = said(come(opened, upTo(3), YOU), upTo(3));
  expect(said(reading, upTo(3))).toBe(reading);
  expect(come(reading, upTo(3), YOU)).toBe(reading);
});

test('a message that overtook another one waits for it, and both are said in order', () => {
  const overtaken = apply(READ, { kind: 'stored', message: message(4) });
  const waiting = come(opened, overtaken, YOU);
  expect(saying(waiting)).toBeNull();
  const whole = apply(overtaken, { kind: 'stored', message: message(3) });
  const reading = come(waiting, whole, YOU);
  expect([saying(reading), saying(said(reading, whole))]).toEqual(['message 3', 'message 4']);
});

test('what is deleted before its turn is not said, and what is veiled is said as it shows then', () => {
  const here = upTo(5);
  const reading = come(opened, here, YOU);
  const gone = message(4, { isDeleted: true, content: '' });
  const after = [
    { kind: 'changed', change: { seq: 6, message: gone } } as const,
    { kind: 'changed', change: { seq: 5, message: message(5, { content: 'veiled' }) } } as const,
  ].reduce(apply, here);
  const last = said(reading, after);
  expect(saying(last, after)).toBe('veiled');
  expect(saying(said(last, after))).toBeNull();
});
