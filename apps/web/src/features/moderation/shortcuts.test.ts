import { expect, test } from 'vitest';
import { commandOf, stepIn } from './shortcuts.ts';

const bare = { code: '', ctrlKey: false, metaKey: false, altKey: false };

test.each([
  ['j', { do: 'next' }],
  ['ArrowUp', { do: 'up' }],
  ['?', { do: 'help' }],
  ['b', { do: 'press', key: 'b' }],
  ['x', null],
  ['constructor', null],
])('%s asks for %o', (key, command) => expect(commandOf({ ...bare, key })).toEqual(command));

test.each([
  ['ㅠ', 'KeyB', { do: 'press', key: 'b' }],
  ['؟', 'Slash', { do: 'help' }],
  ['ت', 'KeyJ', { do: 'next' }],
])('%s of another script, at %s, asks for %o', (key, code, command) => {
  expect(commandOf({ ...bare, key, code })).toEqual(command);
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key is the browser’s', (modifier) => {
  expect(commandOf({ ...bare, [modifier]: true, key: 'b' })).toBeNull();
});

test.each([
  ['next', -1, 0],
  ['next', 1, 2],
  ['next', 2, 2],
  ['previous', 0, 0],
  ['previous', 2, 1],
  ['down', 0, 1],
  ['up', 1, 0],
  ['first', 2, 0],
  ['last', 0, 2],
  ['help', 0, null],
] as const)('%s of three from %i is %s', (command, at, to) => {
  expect(stepIn(command, { at, length: 3 })).toBe(to);
});

test('an empty list leads nowhere', () => expect(stepIn('next', { at: -1, length: 0 })).toBeNull());
