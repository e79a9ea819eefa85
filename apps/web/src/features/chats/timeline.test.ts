import { expect, it } from 'vitest';
import type { History } from './history.ts';
import { draft, historyUpTo, message, NOON, room, YOU } from './samples.ts';
import { timeline } from './timeline.ts';

function historyWith(some: Partial<History>): History {
  return { ...historyUpTo(0), ...some };
}

function shapes(history: History): string[] {
  return timeline(history, YOU).map((row) => (row.kind === 'bubble' ? `${row.bubble.side} ${row.run}` : row.kind));
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
  const sending = historyWith({ messages: [message(1, { senderId: YOU })], drafts: [draft(2)] });
  expect(shapes(sending)).toEqual(['day', 'me first', 'me last']);
  const stored = historyWith({ messages: [message(1, { senderId: YOU }), message(2, { senderId: YOU })] });
  expect(timeline(sending, YOU).map(({ key }) => key)).toEqual(timeline(stored, YOU).map(({ key }) => key));
});

it('yours are read as far as the other has read', () => {
  const messages = [message(1, { senderId: YOU }), message(2, { senderId: YOU })];
  const rows = timeline(historyWith({ room: room({ otherReadSeq: 1 }), messages }), YOU);
  const states = rows.flatMap((row) => (row.kind === 'bubble' ? [row.bubble.delivery.state] : []));
  expect(states).toEqual(['read', 'sent']);
});
