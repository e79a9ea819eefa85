import { expect, test } from 'vitest';
import { hear } from './shortcuts.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, repeat: false, timeStamp: 5_000 };
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
])('%s alone asks for %o', (key, command) => expect(hear(press(key), null).command).toEqual(command));

test.each([
  ['h', '/home'],
  ['c', '/chats'],
  ['v', '/call'],
  ['m', '/mode1'],
  ['n', '/nearby'],
])('g and %s within 1,500 ms lead to %s', (key, to) => {
  const { going } = hear(press('g'), null);
  expect(hear(press(key, { timeStamp: 6_500 }), going)).toEqual({ command: { do: 'go', to }, going: null });
});

test('1,501 ms after g a letter is what it is alone', () => {
  expect(hear(press('m', { timeStamp: 6_501 }), 5_000).command).toEqual({ do: 'press', key: 'm' });
});

test('a letter that leads nowhere ends the wait', () => {
  expect(hear(press('x', { timeStamp: 5_001 }), 5_000)).toEqual({ command: null, going: null });
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key is the browser’s, and ends the wait', (modifier) => {
  expect(hear(press('n', { [modifier]: true }), 5_000)).toEqual({ command: null, going: null });
});

test('a key that is held down asks once, and a held g waits no longer', () => {
  expect(hear(press('m', { repeat: true }), null).command).toBeNull();
  expect(hear(press('g', { repeat: true, timeStamp: 6_000 }), 5_000)).toEqual({ command: null, going: 5_000 });
});

test.each([
  ['ㅡ', 'KeyM', { do: 'press', key: 'm' }],
  ['ة', 'KeyM', { do: 'press', key: 'm' }],
  ['؟', 'Slash', { do: 'help' }],
  ['ö', 'Semicolon', null],
])('%s of another keyboard is the key of its place', (key, code, command) => {
  expect(hear(press(key, { code }), null).command).toEqual(command);
});
