import type { Message, MessageChange } from '@yonder/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, gap, type History, type HistoryRecord } from './history.ts';
import { historyUpTo, message, room, unsent, YOU } from './samples.ts';
import { messageOf } from './unsent.ts';

function seeds({ messages }: History): number[] {
  return messages.map(({ seedOrder }) => seedOrder);
}

function applyAll(history: History, records: readonly HistoryRecord[]): History {
  return records.reduce(apply, history);
}

function change(seq: number, seedOrder: number, some: Partial<Message> = {}): MessageChange {
  return { seq, message: message(seedOrder, { content: `as of ${seq}`, ...some }) };
}

const mine = (seedOrder: number) => message(seedOrder, { senderId: YOU });
const contentOf = (history: History, seedOrder: number) =>
  history.messages.find((one) => one.seedOrder === seedOrder)?.content;

describe('numbers', () => {
  it('the next one is added and seq moves on', () => {
    const history = apply(historyUpTo(2), { kind: 'stored', message: message(3) });
    expect(seeds(history)).toEqual([1, 2, 3]);
    expect(history.seq).toBe(3);
    expect(gap(history)).toBeNull();
  });

  it('one that is known already changes nothing at all', () => {
    const history = historyUpTo(3);
    expect(apply(history, { kind: 'stored', message: message(3) })).toBe(history);
    expect(apply(history, { kind: 'changed', change: change(3, 1) })).toBe(history);
  });

  it('one that jumps ahead is shown, and the gap is asked for from the last number before it', () => {
    const history = apply(historyUpTo(2), { kind: 'stored', message: message(5) });
    expect(seeds(history)).toEqual([1, 2, 5]);
    expect(gap(history)).toBe(2);
  });

  it('a change replaces its message and takes a number of its own', () => {
    const history = apply(historyUpTo(3), { kind: 'changed', change: change(4, 2) });
    expect(contentOf(history, 2)).toBe('as of 4');
    expect(history.seq).toBe(4);
    expect(gap(history)).toBeNull();
  });

  it('a change ahead of a gap is applied, and the gap is asked for', () => {
    const history = apply(historyUpTo(3), { kind: 'changed', change: change(6, 2) });
    expect(contentOf(history, 2)).toBe('as of 6');
    expect(gap(history)).toBe(3);
  });

  it('upTo closes a gap that was made of numbers nobody sees', () => {
    const behind = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 9 }) });
    const page = { messages: [message(4)], changes: [change(8, 1)], upTo: 9, hasMore: false };
    const history = apply(behind, { kind: 'after', page });
    expect(history.seq).toBe(9);
    expect(contentOf(history, 1)).toBe('as of 8');
    expect(gap(history)).toBeNull();
  });

  it('a page that is not the last leaves the rest to be asked for', () => {
    const behind = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 9 }) });
    const page = { messages: [message(3), message(4)], changes: [], upTo: 4, hasMore: true };
    expect(gap(apply(behind, { kind: 'after', page }))).toBe(4);
  });

  it('an older change that comes late does not undo a newer one', () => {
    const jumped = apply(historyUpTo(3), { kind: 'changed', change: change(6, 2) });
    const page = { messages: [], changes: [change(4, 2), change(5, 1)], upTo: 6, hasMore: false };
    const history = apply(jumped, { kind: 'after', page });
    expect(contentOf(history, 2)).toBe('as of 6');
    expect(contentOf(history, 1)).toBe('as of 5');
  });

  it('an older page that was on its way while its message changed does not bring back what was deleted', () => {
    const chatRoom = room({ lastSeq: 9 });
    const late = { ...historyUpTo(0), room: chatRoom, messages: [message(9)], seq: 9, older: 'more' as const };
    const deleted = change(10, 4, { isDeleted: true, content: '' });
    const history = applyAll(late, [
      { kind: 'changed', change: deleted },
      { kind: 'older', page: { chatRoom, messages: [message(3), message(4)], hasMore: true } },
    ]);
    expect(seeds(history)).toEqual([3, 4, 9]);
    expect(contentOf(history, 4)).toBe('');
  });

  it('what answers a deleted message shows it as deleted', () => {
    const quote = { seedOrder: 1, senderId: YOU, content: 'message 1', summary: { kind: 'text' as const } };
    const history = applyAll(historyUpTo(1), [
      { kind: 'stored', message: message(2, { replyTo: quote }) },
      { kind: 'changed', change: change(3, 1, { isDeleted: true, content: '' }) },
    ]);
    expect(history.messages[1]?.replyTo).toMatchObject({ content: '', summary: { kind: 'deleted' } });
  });
});

describe('a message by its own number', () => {
  it('shows so from now on, whatever was known of it, and no number counts as arrived', () => {
    const quote = { seedOrder: 1, senderId: YOU, content: 'message 1', summary: { kind: 'text' as const } };
    const history = applyAll(historyUpTo(1), [
      { kind: 'stored', message: message(2, { replyTo: quote }) },
      { kind: 'changed', change: change(3, 1) },
      { kind: 'changed', change: change(1, 1, { isDeleted: true, content: '' }) },
    ]);
    expect(history.seq).toBe(3);
    expect(contentOf(history, 1)).toBe('');
    expect(history.messages[1]?.replyTo).toMatchObject({ summary: { kind: 'deleted' } });
  });

  it('that has not arrived yet is still to come', () => {
    const history = apply(historyUpTo(1), { kind: 'changed', change: change(2, 2) });
    expect([history.seq, history.ahead]).toEqual([1, []]);
  });
});

describe('the window', () => {
  const chatRoom = room({ lastSeq: 9 });
  const elsewhere = apply(historyUpTo(9), {
    kind: 'placed',
    page: { chatRoom, messages: [message(3), message(4)], hasMore: true },
    newer: 'more',
  });

  it('older ones go in front', () => {
    const history = apply(elsewhere, {
      kind: 'older',
      page: { chatRoom, messages: [message(1), message(2)], hasMore: false },
    });
    expect(seeds(history)).toEqual([1, 2, 3, 4]);
    expect(history.older).toBe('none');
  });

  it('elsewhere, what arrives is counted and not shown', () => {
    const history = apply(elsewhere, { kind: 'stored', message: message(10) });
    expect(seeds(history)).toEqual([3, 4]);
    expect(history).toMatchObject({ seq: 10, newer: 'more' });
    expect(history.room.unread).toBe(1);
  });

  it('reaches the newest only when nothing arrived beyond the last page', () => {
    const told = apply(elsewhere, { kind: 'stored', message: message(10) });
    const rest = [5, 6, 7, 8, 9].map((seedOrder) => message(seedOrder));
    const late = apply(told, { kind: 'newer', page: { chatRoom, messages: rest, hasMore: false } });
    expect(late.newer).toBe('more');
    const history = apply(late, { kind: 'newer', page: { chatRoom, messages: [message(10)], hasMore: false } });
    expect(history.newer).toBe('none');
    expect(seeds(history)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('placed anew it is another place, and keeps what is unsent', () => {
    const written = apply(elsewhere, { kind: 'written', unsent: unsent(11) });
    const history = apply(written, {
      kind: 'placed',
      page: { chatRoom, messages: [message(8), message(9)], hasMore: true },
      newer: 'none',
    });
    expect(history.place).toBe(elsewhere.place + 1);
    expect(history.newer).toBe('none');
    expect(history.unsent).toHaveLength(1);
  });

  it.each([
    ['newer', [1, 2, 3], { newer: 'more', older: 'none' }],
    ['older', [4, 5, 6], { newer: 'none', older: 'more' }],
  ] as const)('what is far at the %s end is let go', (end, left, marks) => {
    const history = apply(historyUpTo(6), { kind: 'trimmed', end, keep: 3 });
    expect(seeds(history)).toEqual(left);
    expect(history).toMatchObject(marks);
  });

  it('let go at the newer end and loaded again, nothing is missing', () => {
    const trimmed = apply(historyUpTo(6), { kind: 'trimmed', end: 'newer', keep: 3 });
    const told = apply(trimmed, { kind: 'stored', message: message(7) });
    const page = { chatRoom: room({ lastSeq: 7 }), messages: [4, 5, 6, 7].map((one) => message(one)), hasMore: false };
    const history = apply(told, { kind: 'newer', page });
    expect(seeds(history)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(history.newer).toBe('none');
  });
});

describe('a message written here', () => {
  const reply = { id: mine(3).id, seedOrder: 3, createdAt: mine(3).createdAt };
  const written: HistoryRecord = { kind: 'written', unsent: unsent(3) };
  const replied: HistoryRecord = { kind: 'stored', message: messageOf(unsent(3), reply) };
  const event: HistoryRecord = { kind: 'stored', message: mine(3) };

  it.each([
    ['reply then event', [written, replied, event]],
    ['event then reply', [written, event, replied]],
    ['event alone', [written, event]],
    ['event before the row itself', [event, written, replied]],
  ])('is there once: %s', (_, records) => {
    const history = applyAll(historyUpTo(2), records);
    expect(seeds(history)).toEqual([1, 2, 3]);
    expect(history.unsent).toEqual([]);
  });

  it('stands in the order the server gave it, not the order it was written', () => {
    const second = messageOf(unsent(3), { ...reply, seedOrder: 4 });
    const history = applyAll(historyUpTo(2), [
      written,
      { kind: 'stored', message: second },
      { kind: 'stored', message: message(3) },
    ]);
    expect(seeds(history)).toEqual([1, 2, 3, 4]);
    expect(gap(history)).toBeNull();
  });

  it('that failed keeps its place and its id', () => {
    const failed = applyAll(historyUpTo(2), [
      written,
      { kind: 'written', unsent: unsent(4) },
      { kind: 'written', unsent: unsent(3, { state: 'failed' }) },
    ]);
    expect(failed.unsent.map(({ state }) => state)).toEqual(['failed', 'sending']);
    expect(apply(failed, { kind: 'discarded', written: unsent(3) }).unsent).toHaveLength(1);
  });

  it('that was stored although the answer was lost is no failure', () => {
    const history = applyAll(historyUpTo(2), [
      written,
      event,
      { kind: 'written', unsent: unsent(3, { state: 'failed' }) },
    ]);
    expect(history.unsent).toEqual([]);
  });

  it('of the same id by the other person is another message', () => {
    const history = applyAll(historyUpTo(2), [written, { kind: 'stored', message: message(3) }]);
    expect(history.unsent).toHaveLength(1);
  });
});

describe('the room', () => {
  const unanswered = apply(historyUpTo(2), { kind: 'unanswered' });

  it.each<[string, HistoryRecord]>([
    ['the room', { kind: 'room', room: room({ lastSeq: 2 }) }],
    [
      'the latest messages',
      { kind: 'renewed', page: { chatRoom: room({ lastSeq: 2 }), messages: [], hasMore: true }, newer: 'none' },
    ],
  ])('is as the device has it until the server tells of %s', (_, told) => {
    expect(unanswered.from).toBe('device');
    expect(apply(unanswered, told).from).toBe('server');
  });

  it('what is written and heard of meanwhile is no answer', () => {
    const history = applyAll(unanswered, [
      { kind: 'written', unsent: unsent(3) },
      { kind: 'stored', message: mine(3) },
      { kind: 'read', readSeq: 2, unread: 0 },
    ]);
    expect(history.from).toBe('device');
  });

  it('an older state that arrives late changes nothing', () => {
    const known = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 2 }) });
    expect(apply(known, { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 1 }) }).room.otherReadSeq).toBe(2);
  });

  it('whoever stops to show what they have read is no older state', () => {
    const known = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 2 }) });
    expect(apply(known, { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 0 }) }).room.otherReadSeq).toBe(0);
  });

  it('a chat that was closed is not opened again by what was on its way', () => {
    const closed = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 2, isActive: false }) });
    const late: HistoryRecord[] = [
      { kind: 'room', room: room({ lastSeq: 2 }) },
      { kind: 'older', page: { chatRoom: room({ lastSeq: 2 }), messages: [], hasMore: false } },
      { kind: 'stored', message: message(3) },
      { kind: 'room', room: room({ lastSeq: 3 }) },
    ];
    expect(applyAll(closed, late).room.isActive).toBe(false);
  });

  it('reading never goes back', () => {
    const read = apply(historyUpTo(5), { kind: 'read', readSeq: 5, unread: 0 });
    expect(apply(read, { kind: 'read', readSeq: 3, unread: 2 }).room).toMatchObject({ readSeq: 5, unread: 0 });
  });
});

it('any order of the same messages, changes, pages and repetitions ends in the same history', () => {
  // 1–5 messages, 6 and 8 changes of 2, 7 a message, 9 a change of 7.
  const numbers: HistoryRecord[] = [
    ...[1, 2, 3, 4, 5, 7].map((seedOrder) => ({
      kind: 'stored' as const,
      message: seedOrder % 3 ? message(seedOrder) : mine(seedOrder),
    })),
    { kind: 'changed', change: change(6, 2) },
    { kind: 'changed', change: change(8, 2) },
    { kind: 'changed', change: change(9, 7) },
  ];
  const now = [1, 2, 3, 4, 5, 7].map((seedOrder) =>
    seedOrder === 2 ? change(8, 2).message : seedOrder === 7 ? change(9, 7).message : message(seedOrder),
  );
  const records: HistoryRecord[] = [
    ...numbers,
    { kind: 'after', page: { messages: now, changes: [change(8, 2), change(9, 7)], upTo: 9, hasMore: false } },
    { kind: 'room', room: room({ lastSeq: 9 }) },
  ];
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...records, ...numbers], { minLength: records.length + numbers.length }),
      (all) => {
        const history = applyAll(historyUpTo(0), all);
        expect(seeds(history)).toEqual([1, 2, 3, 4, 5, 7]);
        expect([contentOf(history, 2), contentOf(history, 7)]).toEqual(['as of 8', 'as of 9']);
        expect(history.seq).toBe(9);
        expect(gap(history)).toBeNull();
      },
    ),
  );
});
