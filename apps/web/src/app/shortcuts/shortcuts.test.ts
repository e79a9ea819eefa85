import { expect, test } from 'vitest';
import { hear, letterAfter } from './shortcuts.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, repeat: false, timeStamp: 5_000 };
const NEW = { going: null, place: '/home' } as const;
const AFTER_G = { ...NEW, going: 5_000 };
const press = (key: string, more: Partial<Parameters<typeof hear>[0]> = {}) => ({ ...bare, key, code: '', ...more });

test.each([
  ['?', { do: 'help' }],
  ['/', { do: 'press', key: '/' }],
  ['m', { do: 'press', key: 'm' }],
  ['M', { do: 'press', key: 'm' }],
  ['n', { do: 'go', to: '/mode1/new' }],
  ['g', null],
  ['h', null],
  ['Escape', null],
  ['constructor', null],
])('%s alone asks for %o', (key, command) => expect(hear(press(key), NEW).command).toEqual(command));

test.each([
  ['h', '/home'],
  ['c', '/chats'],
  ['v', '/call'],
  ['m', '/mode1'],
  ['n', '/nearby'],
])('g and %s within 1,500 ms lead to %s', (key, to) => {
  const { going } = hear(press('g'), NEW);
  expect(hear(press(key, { timeStamp: 6_500 }), { ...NEW, going })).toEqual({ command: { do: 'go', to }, going: null });
});

test('1,501 ms after g a letter is what it is alone', () => {
  expect(hear(press('m', { timeStamp: 6_501 }), AFTER_G).command).toEqual({ do: 'press', key: 'm' });
});

test('a moderator’s n is left to the case, and g n leads away from it all the same', () => {
  const there = { going: null, place: '/moderation' } as const;
  expect(hear(press('n'), there)).toEqual({ command: null, going: null });
  expect(hear(press('n'), { ...there, going: 5_000 }).command).toEqual({ do: 'go', to: '/nearby' });
});

test.each([
  ['n', {}, { do: 'go', to: '/nearby' }],
  ['n', { timeStamp: 6_501 }, null],
  ['n', { altKey: true }, null],
  ['?', {}, null],
  ['g', {}, null],
])('of the keys after g only a letter in time goes before the page’s own: %s with %o', (key, more, command) => {
  expect(letterAfter(5_000, press(key, more))).toEqual(command);
  expect(letterAfter(null, press(key, more))).toBeNull();
});

test('a letter that leads nowhere ends the wait', () => {
  expect(hear(press('x', { timeStamp: 5_001 }), AFTER_G)).toEqual({ command: null, going: null });
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key is the browser’s, and ends the wait', (modifier) => {
  expect(hear(press('n', { [modifier]: true }), AFTER_G)).toEqual({ command: null, going: null });
});

test('a key that is held down asks once, and a held g waits no longer', () => {
  expect(hear(press('m', { repeat: true }), NEW).command).toBeNull();
  expect(hear(press('g', { repeat: true, timeStamp: 6_000 }), AFTER_G)).toEqual({ command: null, going: 5_000 });
});

test.each([
  ['ㅡ', 'KeyM', { do: 'press', key: 'm' }],
  ['ة', 'KeyM', { do: 'press', key: 'm' }],
  ['؟', 'Slash', { do: 'help' }],
  ['ö', 'Semicolon', null],
])('%s of another keyboard is the key of its place', (key, code, command) => {
  expect(hear(press(key, { code }), NEW).command).toEqual(command);
});
