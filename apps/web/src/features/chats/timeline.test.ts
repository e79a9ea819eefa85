import { describe, expect, it } from 'vitest';
import type { History } from './history.ts';
import { historyUpTo, message, NOON, OTHER, room, unsent, YOU } from './samples.ts';
import { timeline } from './timeline.ts';

const READER = { you: YOU, unreadAfter: null, isCutOff: false };

function historyWith(some: Partial<History>): History {
  return { ...historyUpTo(0), ...some };
}

function shapes(history: History): string[] {
  return timeline(history, READER).map((row) => (row.kind === 'bubble' ? `${row.bubble.side} ${row.run}` : row.kind));
}

it('a run is one person, shortly after one another', () => {
  const messages = [message(1), message(2), message(3), message(4, { senderId: YOU }), message(5)];
  expect(shapes(historyWith({ messages }))).toEqual([
    'day',
    'them first',
    'them middle',
    'them last',
    'me single',
    'them single',
  ]);
});

it('a run ends when 5 minutes pass', () => {
  const at = (ms: number) => ({ createdAt: NOON + ms });
  const joined = [message(1, at(0)), message(2, at(299_999))];
  const apart = [message(1, at(0)), message(2, at(300_000))];
  expect(shapes(historyWith({ messages: joined }))).toEqual(['day', 'them first', 'them last']);
  expect(shapes(historyWith({ messages: apart }))).toEqual(['day', 'them single', 'them single']);
});

it('a new day gets a line and ends the run', () => {
  const midnight = Date.parse('2026-03-05T00:00:00');
  const messages = [message(1, { createdAt: midnight - 1 }), message(2, { createdAt: midnight })];
  expect(shapes(historyWith({ messages }))).toEqual(['day', 'them single', 'day', 'them single']);
});

it('a system line stands between runs', () => {
  const messages = [message(1), message(2, { senderId: 'system', type: 'system' }), message(3)];
  expect(shapes(historyWith({ messages }))).toEqual(['day', 'them single', 'system', 'them single']);
});

it('what is being sent joins the run and keeps its key when it is stored', () => {
  const sending = historyWith({ messages: [message(1, { senderId: YOU })], unsent: [unsent(2)] });
  expect(shapes(sending)).toEqual(['day', 'me first', 'me last']);
  const stored = historyWith({ messages: [message(1, { senderId: YOU }), message(2, { senderId: YOU })] });
  expect(timeline(sending, READER).map(({ key }) => key)).toEqual(timeline(stored, READER).map(({ key }) => key));
});

it('yours are read as far as the other has read', () => {
  const messages = [message(1, { senderId: YOU }), message(2, { senderId: YOU })];
  const rows = timeline(historyWith({ room: room({ otherReadSeq: 1 }), messages }), READER);
  const states = rows.flatMap((row) => (row.kind === 'bubble' ? [row.bubble.delivery.state] : []));
  expect(states).toEqual(['read', 'sent']);
});

const callOf = (outcome: 'talked' | 'declined' | 'cancelled', index = 0) =>
  message(index + 1, {
    type: 'call',
    attachment: { kind: 'call', callId: `${index}`, callerId: OTHER, outcome, seconds: null },
  });

describe('the line above what is unread', () => {
  const lineAt = (history: History, unreadAfter: number | null) => {
    const rows = timeline(history, { ...READER, unreadAfter });
    const next = rows[rows.findIndex(({ kind }) => kind === 'unread') + 1];
    return rows.some(({ kind }) => kind === 'unread') ? next?.key : null;
  };

  it('stands above the first message of the other one after the mark, and ends the run', () => {
    const history = historyUpTo(4);
    expect(lineAt(history, 2)).toBe(message(3).id);
    const rows = timeline(history, { ...READER, unreadAfter: 2 });
    expect(rows.flatMap((row) => (row.kind === 'bubble' ? [row.run] : []))).toEqual(['first', 'last', 'first', 'last']);
  });

  it('stands above a missed call', () => {
    const messages = [callOf('talked'), callOf('cancelled', 1)];
    expect(lineAt(historyWith({ messages }), 0)).toBe(message(2).id);
  });

  it.each([
    [
      'there are only calls that were answered or declined',
      historyWith({ messages: [callOf('talked'), callOf('declined', 1)] }),
      0,
    ],
    ['there is nothing unread', historyUpTo(4), null],
    ['everything was read', historyUpTo(4), 4],
    ['only your own came after', historyWith({ messages: [message(1), message(2, { senderId: YOU })] }), 1],
    ['what came after is deleted', historyWith({ messages: [message(1), message(2, { isDeleted: true })] }), 1],
    ['only a system line came after', historyWith({ messages: [message(1), message(2, { senderId: 'system' })] }), 1],
    ['its place is above what is loaded', { ...historyWith({ messages: [message(8)] }), older: 'more' as const }, 5],
  ])('is not there when %s', (_, history, unreadAfter) => expect(lineAt(history, unreadAfter)).toBeNull());
});

it('away from the newest message, what is being sent is not shown in a wrong place', () => {
  const history = historyWith({ messages: [message(1)], newer: 'more', unsent: [unsent(9)] });
  expect(shapes(history)).toEqual(['day', 'them single']);
});

it('where the newest messages cannot be had, what waits stands below what is there', () => {
  const history = historyWith({ messages: [message(1)], newer: 'more', unsent: [unsent(9)] });
  const rows = timeline(history, { ...READER, isCutOff: true });
  expect(rows.map(({ key }) => key).slice(-2)).toEqual([message(1).id, unsent(9).clientMessageId]);
});

it('a call stands on the side of who called, whoever wrote its line', () => {
  const call = { kind: 'call', callId: YOU, callerId: YOU, outcome: 'talked', seconds: 3 } as const;
  const messages = [message(1, { senderId: 'system', type: 'call', attachment: call })];
  expect(shapes(historyWith({ messages }))).toEqual(['day', 'me single']);
});
