import { expect, test } from 'vitest';
import { apply } from './history.ts';
import { historyUpTo, message, OTHER, YOU } from './samples.ts';
import { timeline } from './timeline.ts';
import { asWished, type Wish } from './wishes.ts';

const wish = (seedOrder: number, change: Wish['change']): Wish => ({ messageId: message(seedOrder).id, change });
const thumb = wish(1, { kind: 'reaction', emoji: '👍' });
const theirs = { userId: OTHER, emoji: '😂' };
const one = message(1, { reactions: [theirs] });

test('a reaction stands beside the other’s before the server has answered, and only there', () => {
  const [first, second] = asWished({ messages: [one, message(2)], wishes: [thumb] }, YOU);
  expect(first?.reactions).toEqual([theirs, { userId: YOU, emoji: '👍' }]);
  expect(second).toEqual(message(2));
});

test('of two wishes for one message the later counts', () => {
  const wishes = [thumb, wish(1, { kind: 'reaction', emoji: null })];
  expect(asWished({ messages: [one], wishes }, YOU)[0]?.reactions).toEqual([theirs]);
});

test('a message that is being deleted says nothing any more', () => {
  const [gone] = asWished({ messages: [one], wishes: [wish(1, { kind: 'deletion' })] }, YOU);
  expect(gone).toMatchObject({ isDeleted: true, content: '', reactions: [] });
});

test('on the screen a wish lasts until it is settled, and what is kept of the room never has it', () => {
  const shown = (history = before) =>
    timeline(history, { you: YOU, unreadAfter: null, isCutOff: false }).flatMap((row) =>
      row.kind === 'bubble' ? row.bubble.says.reactions.length : [],
    );
  const before = historyUpTo(2);
  const wished = apply(before, { kind: 'wished', wish: thumb });
  expect(shown(wished)).toEqual([1, 0]);
  expect(wished.messages).toBe(before.messages);
  expect(shown(apply(wished, { kind: 'settled', wish: thumb }))).toEqual([0, 0]);
});
