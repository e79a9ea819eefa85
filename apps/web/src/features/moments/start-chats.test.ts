import { i18n } from '@lingui/core';
import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { startChats } from './start-chats.ts';

i18n.load('en', {});
i18n.activate('en');

const GONE = new CallError({ code: 'not-found', text: 'gone', reason: 'comment-not-found' });

test('of three chosen comments one fails: two chats begin, and the third says why', async () => {
  const asked: string[] = [];
  const { rooms, why } = await startChats(['a', 'b', 'c'], async (commentId) => {
    asked.push(commentId);
    if (commentId === 'b') throw GONE;
    return `room of ${commentId}`;
  });
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(rooms).toEqual(['room of a', 'room of c']);
  expect([...why]).toEqual([['b', 'This comment is not here any more.']]);
});

test('where nothing fails nothing is said', async () => {
  expect((await startChats(['a'], async () => 'room')).why.size).toBe(0);
});
