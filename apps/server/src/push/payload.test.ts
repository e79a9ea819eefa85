import { ANONYMOUS, LANGUAGES, PUSH_KINDS, pushPayload, type Person } from '@yonder/contract';
import { expect, test } from 'vitest';
import { payloadOf } from './payload.ts';

const [room, post, call] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`);
const told = {
  roomId: room!,
  postId: post!,
  callId: call!,
  language: 'en',
  previews: true,
  said: 'Hello',
  saidType: 'text',
  createdAt: new Date(1e3),
  expiresAt: new Date(2e3),
} as const;
const ann: Person = { userId: room!, name: 'Ann', photo: '/photos/a.webp', thumb: '/photos/a-thumb.webp' };

test('each of 8 kinds in each of 7 languages says something, with a name, without one, and without previews', () => {
  const shown = LANGUAGES.flatMap((language) =>
    PUSH_KINDS.flatMap((kind) => [
      payloadOf({ ...told, kind, language }, ann),
      payloadOf({ ...told, kind, language }, null),
      payloadOf({ ...told, kind, language, previews: false }, ann),
    ]),
  );
  for (const payload of shown) {
    expect(pushPayload.parse(payload)).toEqual(payload);
    expect(payload.notification.title.trim()).not.toBe('');
    expect(payload.notification.body.trim()).not.toBe('');
    expect(payload.data.url).toMatch(/^\/[\w/-]+$/);
  }
  const titles = LANGUAGES.map(
    (language) => payloadOf({ ...told, kind: 'comment', language }, null).notification.title,
  );
  expect(new Set(titles).size).toBe(LANGUAGES.length);
});

test('without previews there is no name, no word and no face', () => {
  for (const kind of PUSH_KINDS) {
    const hidden = JSON.stringify(payloadOf({ ...told, kind, previews: false }, ann));
    expect(hidden).not.toMatch(/Ann|Hello|photos/);
  }
});

test('a language this version does not know is English', () => {
  expect(payloadOf({ ...told, kind: 'comment', language: 'tlh' }, null).notification).toMatchObject({
    title: 'New comment',
    lang: 'en',
  });
});

test.each([
  ['text', 'Hello', 'Hello'],
  ['text', '   ', 'Tap to read.'],
  ['image', '', 'Photo'],
  ['voice', '', 'Voice message'],
  ['one_time_image', '', 'Photo to view once'],
])('a message of type %s with "%s" reads "%s"', (saidType, said, body) => {
  expect(payloadOf({ ...told, kind: 'message', said, saidType }, ann).notification).toMatchObject({
    title: 'Ann',
    body,
  });
});

test('words are words: markup is handed on as it is, and changes neither where a tap leads nor what is replaced', () => {
  for (const said of [
    '<img src=x onerror=alert(1)>',
    '"}],"url":"javascript:alert(1)"',
    '</script><script>',
    '\u202Eevil',
  ]) {
    const { notification, data } = payloadOf({ ...told, kind: 'message', said }, { ...ann, name: said });
    expect(notification).toMatchObject({ title: said, body: said });
    expect(data).toMatchObject({ url: `/chat/${room}`, tag: `chat ${room}` });
  }
});

test('who has no name is called so in each of 7 languages, in a title and in a sentence', () => {
  const about = { ...ann, name: ANONYMOUS };
  const titles = LANGUAGES.map((language) => payloadOf({ ...told, kind: 'call', language }, about).notification.title);
  expect(titles).toEqual(['Anonymous', '匿名', '匿名', '익명', 'Anónimo', 'Anonym', '\u2068بلا اسم\u2069']);
  expect(payloadOf({ ...told, kind: 'match', language: 'de' }, about).notification.body).toContain('Anonym\u2069');
});

test('what somebody wrote from the right is set apart in a notice from the left', () => {
  const { body } = payloadOf({ ...told, kind: 'message', language: 'de', said: 'مرحبا!' }, ann).notification;
  expect(body).toBe('\u2068مرحبا!\u2069');
});

test('a name in a sentence is isolated from the direction around it', () => {
  const { body } = payloadOf({ ...told, kind: 'match', language: 'ar' }, ann).notification;
  expect(body).toContain('\u2068Ann\u2069');
});

test.each([
  ['ar', '\u2068Ann J.\u2069', '\u2068Hello!\u2069'],
  ['de', 'Ann J.', 'Hello!'],
])('in %s a name and words of theirs that stand alone read %j and %j', (language, title, body) => {
  const about = { ...ann, name: 'Ann J.' };
  const shown = (kind: 'message' | 'call' | 'missed-call') =>
    payloadOf({ ...told, kind, language, said: 'Hello!' }, about).notification;
  expect(shown('message')).toMatchObject({ title, body });
  expect([shown('call').title, shown('missed-call').title]).toEqual([title, title]);
  expect(shown('call').body).not.toContain('\u2068');
});
