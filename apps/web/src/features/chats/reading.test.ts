import { CallError } from '@yonder/client';
import { expect, it, vi } from 'vitest';
import { markUntilRead, seenUpTo, unreadAfterOf } from './reading.ts';
import { historyUpTo, message, room, YOU } from './samples.ts';

const seen = { you: YOU, isSeen: true, unreadAfter: 2 } as const;
const unread = { ...historyUpTo(4), room: room({ lastSeq: 4, readSeq: 2, unread: 2 }) };
const read = historyUpTo(2);

it('what stands on the screen is read up to the newest message of the other one', () => {
  expect(seenUpTo(unread, seen)).toBe(4);
  const answered = { ...unread, messages: [...unread.messages, message(5, { senderId: YOU })] };
  expect(seenUpTo(answered, seen)).toBe(4);
});

it('the line is decided when the server has said what is unread', () => {
  expect(unreadAfterOf(unread, 'fetching')).toBe('undecided');
  expect(unreadAfterOf(unread, 'idle')).toBe(2);
  expect(unreadAfterOf(read, 'idle')).toBeNull();
});

it('without its answer it stands above what is known to be unread, and that all is read stays undecided', () => {
  expect(unreadAfterOf({ ...unread, from: 'device' }, 'idle')).toBe(2);
  expect(unreadAfterOf({ ...read, from: 'device' }, 'idle')).toBe('undecided');
});

it('nothing is read before it is decided where the line of the new messages stands', () => {
  expect(seenUpTo(unread, { ...seen, unreadAfter: 'undecided' })).toBeNull();
});

it.each([
  ['nobody looks', unread, { ...seen, isSeen: false }],
  ['the window ends before the newest', { ...unread, newer: 'more' as const }, seen],
  ['all is read already', { ...unread, room: room({ readSeq: 4 }) }, seen],
])('nothing is read while %s', (_, history, how) => {
  expect(seenUpTo(history, how)).toBeNull();
});

it('a chat that was put back among the unread is read again', () => {
  expect(seenUpTo({ ...unread, room: room({ readSeq: 4, markedUnread: true }) }, seen)).toBe(4);
});

function marking(...answers: (CallError | 'read')[]) {
  const pauses: number[] = [];
  let timer: (() => void) | null = null;
  let wake = (): void => {};
  const mark = vi.fn(async () => {
    const answer = answers.shift();
    if (answer instanceof CallError) throw answer;
  });
  const stop = markUntilRead({
    mark,
    after: (ms, run) => {
      pauses.push(ms);
      timer = run;
      return () => (timer = null);
    },
    onWake: (run) => {
      wake = run;
      return () => (wake = () => {});
    },
  });
  return { mark, pauses, stop, pass: () => timer?.(), wake: () => wake(), isWaiting: () => timer !== null };
}
const error = (code: CallError['code'], retryAfter?: number) =>
  new CallError({ code, text: code, reason: null, retryAfter });

it('a mark that did not get through is made again after 1, 2 and 4 s', async () => {
  const lost = error('unavailable');
  const { mark, pauses, pass, isWaiting } = marking(lost, lost, lost, 'read');
  for (const times of [1, 2, 3]) {
    await vi.waitFor(() => expect(pauses).toHaveLength(times));
    pass();
  }
  await vi.waitFor(() => expect(mark).toHaveBeenCalledTimes(4));
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
  expect(isWaiting()).toBe(true);
});

it('when the network is back it is made again at once, and only once', async () => {
  const { mark, pauses, wake, isWaiting } = marking(error('unavailable'), 'read');
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  wake();
  wake();
  expect(mark).toHaveBeenCalledTimes(2);
  expect(isWaiting()).toBe(false);
  await Promise.resolve();
  wake();
  expect(mark).toHaveBeenCalledTimes(2);
});

it('who was too fast waits as long as the server says', async () => {
  const { pauses } = marking(error('resource-exhausted', 3));
  await vi.waitFor(() => expect(pauses).toEqual([3_000]));
});

it('what the server refuses is not asked again', async () => {
  const { mark, pauses, wake } = marking(error('permission-denied'));
  await vi.waitFor(() => expect(mark).toHaveBeenCalledOnce());
  await Promise.resolve();
  wake();
  expect(mark).toHaveBeenCalledOnce();
  expect(pauses).toEqual([]);
});

it('who has left the room marks nothing any more', async () => {
  const { mark, pauses, stop, wake, isWaiting } = marking(error('unavailable'));
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  stop();
  wake();
  expect(isWaiting()).toBe(false);
  expect(mark).toHaveBeenCalledOnce();
});
