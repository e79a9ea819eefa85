import { describe, expect, test } from 'vitest';
import {
  addToast,
  closeToast,
  dragged,
  isDrag,
  isSwipe,
  removeToast,
  toToast,
  type QueuedToast,
  type ToastDraft,
} from './toast-queue.ts';

const make = (draft: ToastDraft) => {
  const toast = toToast(draft, () => 'made');
  if (toast === null) throw new Error('an empty toast');
  return toast;
};
const queueOf = (...ids: string[]) =>
  ids.reduce<readonly QueuedToast[]>((queue, id) => addToast(queue, make({ id, message: id })), []);
const shown = (queue: readonly QueuedToast[]) => queue.filter(({ phase }) => phase === 'shown').map(({ id }) => id);

test.each(['', ' ', '\n\t ', '\u3000'])('a message of %j is ignored', (message) =>
  expect(toToast({ message }, () => 'x')).toBeNull(),
);

describe('defaults', () => {
  test('a toast stays 2,500 ms and is neither banner nor error', () =>
    expect(make({ message: ' Call started ' })).toEqual({
      id: 'made',
      message: 'Call started',
      type: 'info',
      duration: 2_500,
      avatar: null,
      onClick: null,
      themeAccent: null,
      notificationType: 'other',
      title: null,
      seed: null,
    }));
  test('a banner stays 4,000 ms', () =>
    expect(make({ message: 'Hello', notificationType: 'message' }).duration).toBe(4_000));
  test('every given field is kept', () => {
    const draft = {
      id: 'a',
      message: 'm',
      type: 'error',
      duration: 0,
      avatar: '/a.webp',
      onClick: () => {},
      themeAccent: 'mode2',
      notificationType: 'message',
      title: 'Mei',
      seed: 'room',
    } as const;
    expect(make(draft)).toEqual(draft);
  });
});

describe('the queue', () => {
  test('the newest comes first', () => expect(shown(queueOf('a', 'b'))).toEqual(['b', 'a']));
  test('it holds 3; the oldest makes room', () => {
    expect(shown(queueOf('a', 'b', 'c'))).toEqual(['c', 'b', 'a']);
    expect(shown(queueOf('a', 'b', 'c', 'd'))).toEqual(['d', 'c', 'b']);
    expect(queueOf('a', 'b', 'c', 'd').at(-1)).toMatchObject({ id: 'a', phase: 'closing' });
  });
  test('a closing one takes no place', () =>
    expect(shown(addToast(closeToast(queueOf('a', 'b', 'c'), 'b'), make({ id: 'd', message: 'd' })))).toEqual([
      'd',
      'c',
      'a',
    ]));
  test('the same id replaces and moves to the front', () =>
    expect(shown(addToast(queueOf('a', 'b'), make({ id: 'a', message: 'again' })))).toEqual(['a', 'b']));
  test('closing leaves it in place until it is removed', () => {
    const closing = closeToast(queueOf('a', 'b'), 'b');
    expect(closing[0]).toMatchObject({ id: 'b', phase: 'closing' });
    expect(removeToast(closing, 'b').map(({ id }) => id)).toEqual(['a']);
  });
  test('closing twice or something unknown changes nothing', () => {
    const queue = closeToast(queueOf('a'), 'a');
    expect(closeToast(queue, 'a')).toBe(queue);
    expect(closeToast(queue, 'x')).toBe(queue);
    expect(removeToast(queue, 'x')).toBe(queue);
  });
});

test.each([
  [{ x: 49, y: 0 }, false],
  [{ x: 50, y: 0 }, true],
  [{ x: -50, y: 10 }, true],
  [{ x: 0, y: -49 }, false],
  [{ x: 0, y: -50 }, true],
  [{ x: 0, y: 200 }, false],
])('a drag of %j closes: %s', (drag, closes) => expect(isSwipe(drag)).toBe(closes));

test.each([
  [{ x: 0, y: 0 }, false],
  [{ x: 4, y: -4 }, false],
  [{ x: 7, y: 0 }, true],
  [{ x: 0, y: 7 }, true],
])('a finger that moved by %j drags: %s', (moved, drags) => expect(isDrag(moved)).toBe(drags));

test('a drag follows its larger direction, never down', () => {
  expect(dragged({ x: 30, y: -20 })).toEqual({ x: 30, y: 0 });
  expect(dragged({ x: 5, y: 40 })).toEqual({ x: 0, y: 0 });
});
