import type { PushPayload } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { noticeOf } from './notice.ts';

const ROOM = '0192a0c0-0000-7000-8000-000000000001';
const CALL = '0192a0c0-0000-7000-8000-000000000002';
const here = { now: 1_000, origin: 'https://app.example', productName: 'Yonder', languages: ['de-AT', 'en'] };

function push(change: { notification?: object; data?: object } = {}): string {
  const payload: PushPayload = {
    notification: { title: 'Mei-Lin', body: 'See you there', icon: '/icons/icon-192.png', lang: 'en', actions: [] },
    data: {
      kind: 'message',
      avatar: null,
      chatId: ROOM,
      chatRoomId: ROOM,
      callId: null,
      postId: null,
      url: `/chat/${ROOM}`,
      tag: `room-${ROOM}`,
      sentAt: 900,
      expiresAt: 9e3,
    },
  };
  return JSON.stringify({
    notification: { ...payload.notification, ...change.notification },
    data: { ...payload.data, ...change.data },
  });
}
const ringing = (change: object = {}) =>
  push({
    notification: {
      actions: [
        { action: 'accept', title: 'Accept' },
        { action: 'decline', title: 'Decline' },
      ],
    },
    data: { kind: 'call', callId: CALL, tag: `call-${CALL}`, ...change },
  });

test('a message stands under its room’s tag, leads there, and stays until something is done', () => {
  const { title, options } = noticeOf(push(), here);
  expect(title).toBe('Mei-Lin');
  expect(options).toMatchObject({
    body: 'See you there',
    tag: `room-${ROOM}`,
    renotify: true,
    requireInteraction: false,
    actions: [],
    data: { path: `/chat/${ROOM}`, call: null },
  });
});

test('a call asks for an answer: Accept and Decline, in the words of the push', () => {
  expect(noticeOf(ringing(), here).options).toMatchObject({
    requireInteraction: true,
    actions: [{ action: 'accept' }, { action: 'decline' }],
    data: { call: { id: CALL, until: 9_000 } },
  });
});

test('a call that arrives when it rings no more asks for nothing', () => {
  expect(noticeOf(ringing({ expiresAt: 1_000 }), here).options).toMatchObject({
    requireInteraction: false,
    actions: [],
    data: { call: null },
  });
});

describe('something is shown whatever comes', () => {
  test.each([
    '',
    'null',
    '[]',
    '{"notification":{}}',
    'not JSON',
    push({ notification: { body: ' \n' } }),
    push({ data: { kind: 'unheard of' } }),
  ])('%j', (text) => {
    const { title, options, says } = noticeOf(text, here);
    expect(says).toBe('nothing');
    expect([title, options.body, options.lang]).toEqual(['Yonder', 'Etwas Neues wartet auf dich.', 'de']);
    expect(options.data).toEqual({ path: '/notifications', call: null });
  });
  test('in English where nothing else is known', () =>
    expect(noticeOf('', { ...here, languages: ['fi'] }).options.body).toBe('Something new is waiting for you.'));
  test('a title of spaces is the product’s name', () =>
    expect(noticeOf(push({ notification: { title: ' ' } }), here).title).toBe('Yonder'));
});

describe('hostile', () => {
  test.each([
    'https://evil.example/chat/1',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/%2f%2fevil.example',
    '/chat/\n//evil.example',
    '/api/v1/auth/logout',
    '',
  ])('an address %j leads nowhere else', (url) =>
    expect(noticeOf(push({ data: { url } }), here).options.data.path).toBe('/notifications'),
  );

  test.each(['https://evil.example/pixel.png', '//evil.example/pixel.png', 'data:image/png;base64,AAAA', 'blob:x'])(
    'a picture at %s is not asked for',
    (icon) => expect(noticeOf(push({ notification: { icon } }), here).options.icon).toBe('/icons/icon-192.png'),
  );

  test.each(['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '&lt;b&gt;'])('%s stays text', (words) => {
    const { title, options } = noticeOf(push({ notification: { title: words, body: words } }), here);
    expect([title, options.body]).toEqual([words, words]);
  });
});

test('Arabic is written from right to left', () => {
  expect(noticeOf(push({ notification: { lang: 'ar' } }), here).options.dir).toBe('rtl');
});
