import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, gap, type History, type HistoryRecord, messageOf } from './history.ts';
import { draft, historyUpTo, message, room, YOU } from './samples.ts';

function seeds({ messages }: History): number[] {
  return messages.map(({ seedOrder }) => seedOrder);
}

function applyAll(history: History, records: readonly HistoryRecord[]): History {
  return records.reduce(apply, history);
}

const mine = (seedOrder: number) => message(seedOrder, { senderId: YOU });

describe('messages', () => {
  it('the next one is added and seq moves on', () => {
    const history = apply(historyUpTo(2), { kind: 'stored', message: message(3) });
    expect(seeds(history)).toEqual([1, 2, 3]);
    expect(history.seq).toBe(3);
    expect(gap(history)).toBeNull();
  });

  it('one that is known already changes nothing at all', () => {
    const history = historyUpTo(3);
    expect(apply(history, { kind: 'stored', message: message(3) })).toBe(history);
  });

  it('one that jumps ahead is shown, and the gap is asked for from the last seq before it', () => {
    const history = apply(historyUpTo(2), { kind: 'stored', message: message(5) });
    expect(seeds(history)).toEqual([1, 2, 5]);
    expect(gap(history)).toBe(2);
  });

  it('what roomAfter answers closes the gap', () => {
    const jumped = apply(historyUpTo(2), { kind: 'stored', message: message(5) });
    const page = { chatRoom: room({ lastSeq: 5 }), messages: [message(3), message(4), message(5)], hasMore: false };
    const history = apply(jumped, { kind: 'after', page });
    expect(seeds(history)).toEqual([1, 2, 3, 4, 5]);
    expect(gap(history)).toBeNull();
  });

  it('what sync found says nothing about what a later event told of', () => {
    const told = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 5 }) });
    const history = apply(told, { kind: 'found', messages: [message(3)] });
    expect(seeds(history)).toEqual([1, 2, 3]);
    expect(gap(history)).toBe(3);
  });

  it('a full page of roomAfter leaves the rest to be asked for', () => {
    const behind = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 9 }) });
    const page = { chatRoom: room({ lastSeq: 9 }), messages: [message(3), message(4)], hasMore: true };
    expect(gap(apply(behind, { kind: 'after', page }))).toBe(4);
  });

  it('a sequence number that was a change and not a message leaves no gap behind', () => {
    const behind = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 3 }) });
    expect(gap(behind)).toBe(2);
    const page = { chatRoom: room({ lastSeq: 3 }), messages: [], hasMore: false };
    expect(gap(apply(behind, { kind: 'after', page }))).toBeNull();
  });

  it('older ones go in front', () => {
    const chatRoom = room({ lastSeq: 4 });
    const latest = {
      ...historyUpTo(0),
      room: chatRoom,
      messages: [message(3), message(4)],
      seq: 4,
      older: 'more' as const,
    };
    const history = apply(latest, {
      kind: 'older',
      page: { chatRoom, messages: [message(1), message(2)], hasMore: false },
    });
    expect(seeds(history)).toEqual([1, 2, 3, 4]);
    expect(history.older).toBe('none');
  });

  it('a change replaces its message and takes a sequence number of its own', () => {
    const changed = { ...message(2), content: 'changed' };
    const history = apply(historyUpTo(3), { kind: 'changed', seq: 4, message: changed });
    expect(history.messages[1]).toBe(changed);
    expect(history.seq).toBe(4);
    expect(gap(history)).toBeNull();
  });

  it('a change that comes after a gap is asked for too', () => {
    const history = apply(historyUpTo(3), { kind: 'changed', seq: 6, message: message(2) });
    expect(gap(history)).toBe(3);
  });
});

describe('a message written here', () => {
  const reply = { id: mine(3).id, seedOrder: 3, createdAt: mine(3).createdAt };
  const drafted: HistoryRecord = { kind: 'drafted', draft: draft(3) };
  const replied: HistoryRecord = { kind: 'stored', message: messageOf(draft(3), reply) };
  const event: HistoryRecord = { kind: 'stored', message: mine(3) };

  it.each([
    ['reply then event', [drafted, replied, event]],
    ['event then reply', [drafted, event, replied]],
    ['event alone', [drafted, event]],
    ['event before the row itself', [event, drafted, replied]],
  ])('is there once: %s', (_, records) => {
    const history = applyAll(historyUpTo(2), records);
    expect(seeds(history)).toEqual([1, 2, 3]);
    expect(history.drafts).toEqual([]);
  });

  it('stands in the order the server gave it, not the order it was written', () => {
    const second = messageOf(draft(3), { ...reply, seedOrder: 4 });
    const history = applyAll(historyUpTo(2), [
      drafted,
      { kind: 'stored', message: second },
      { kind: 'stored', message: message(3) },
    ]);
    expect(seeds(history)).toEqual([1, 2, 3, 4]);
    expect(gap(history)).toBeNull();
  });

  it('that failed keeps its place and its id, and is sent again under the same id', () => {
    const failed = applyAll(historyUpTo(2), [
      drafted,
      { kind: 'drafted', draft: draft(4) },
      { kind: 'failed', clientMessageId: draft(3).clientMessageId },
    ]);
    expect(failed.drafts.map(({ state }) => state)).toEqual(['failed', 'sending']);
    const again = apply(failed, drafted);
    expect(again.drafts.map(({ state }) => state)).toEqual(['sending', 'sending']);
  });

  it('that was stored although the answer was lost is no failure', () => {
    const history = applyAll(historyUpTo(2), [
      drafted,
      event,
      { kind: 'failed', clientMessageId: draft(3).clientMessageId },
    ]);
    expect(history.drafts).toEqual([]);
  });

  it('of the same id by the other person is another message', () => {
    const history = applyAll(historyUpTo(2), [drafted, { kind: 'stored', message: message(3) }]);
    expect(history.drafts).toHaveLength(1);
  });
});

describe('the room', () => {
  it('an older state that arrives late changes nothing', () => {
    const known = apply(historyUpTo(2), { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 2 }) });
    expect(apply(known, { kind: 'room', room: room({ lastSeq: 2, otherReadSeq: 1 }) }).room.otherReadSeq).toBe(2);
  });

  it('reading never goes back', () => {
    const read = apply(historyUpTo(5), { kind: 'read', readSeq: 5, unread: 0 });
    expect(apply(read, { kind: 'read', readSeq: 3, unread: 2 }).room).toMatchObject({ readSeq: 5, unread: 0 });
  });
});

it('any order of the same records, repeated or not, ends in the same history', () => {
  const messages = Array.from({ length: 8 }, (_, index) => (index % 3 === 0 ? mine(index + 1) : message(index + 1)));
  const records: HistoryRecord[] = [
    ...messages.map((one) => ({ kind: 'stored' as const, message: one })),
    { kind: 'after', page: { chatRoom: room({ lastSeq: 8 }), messages, hasMore: false } },
    { kind: 'room', room: room({ lastSeq: 8 }) },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...records, ...records], { minLength: 2 * records.length }), (shuffled) => {
      const history = applyAll(historyUpTo(0), shuffled);
      expect(seeds(history)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(gap(history)).toBeNull();
    }),
  );
});
