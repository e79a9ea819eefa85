import { NOTIFICATION_KINDS } from '@yonder/contract';
import { expect, test } from 'vitest';
import { beyondChats, pathOf, seenAt } from './kinds.ts';
import { notificationOf } from './samples.ts';

test.each([
  ['message', '/chat/room'],
  ['match', '/chat/room'],
  ['missed-call', '/chat/room'],
  ['chat-closed', '/chat/room'],
  ['request', '/chat/room'],
  ['comment', '/mode1/post'],
  ['moderation', '/settings/decisions'],
  ['report-closed', '/settings/reports'],
] as const)('a notification of kind %s leads to %s', (kind, path) =>
  expect(pathOf({ kind, chatRoomId: 'room', postId: 'post' })).toBe(path),
);

test.each(['message', 'comment'] as const)('one of kind %s without its place leads nowhere', (kind) =>
  expect(pathOf({ kind, chatRoomId: null, postId: null })).toBeNull(),
);

const every = NOTIFICATION_KINDS.map((kind) => notificationOf({ id: kind, kind, postId: 'post' }));

test('what waits as a line of a chat is not counted a second time', () =>
  expect(beyondChats(every).map(({ kind }) => kind)).toEqual([
    'match',
    'chat-closed',
    'comment',
    'moderation',
    'report-closed',
  ]));

test('what was read waits no more', () =>
  expect(beyondChats([notificationOf({ kind: 'match', isRead: true })])).toEqual([]));

test.each([
  ['/chat/room', ['match', 'chat-closed']],
  ['/chat/another', []],
  ['/mode1/post', ['comment']],
  ['/settings/decisions', ['moderation']],
  ['/settings/reports', ['report-closed']],
  ['/notifications', []],
])('who is at %s has seen %j', (path, kinds) => expect(seenAt(path, every).map(({ kind }) => kind)).toEqual(kinds));
