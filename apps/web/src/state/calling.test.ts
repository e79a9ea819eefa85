import { expect, test } from 'vitest';
import { hindranceIn } from './calling.ts';

const FREE = { modeLock: false, currentMode: null } as const;

test('who is free may call', () => {
  expect(hindranceIn(FREE, { hindrance: null })).toBeNull();
  expect(hindranceIn({ modeLock: true, currentMode: 'mode2' }, { hindrance: null })).toBeNull();
});

test('who is bound by a text match calls nobody until it is over', () => {
  expect(hindranceIn({ modeLock: true, currentMode: 'mode3' }, { hindrance: null })).toBe('in-match');
  expect(hindranceIn({ modeLock: false, currentMode: 'mode3' }, { hindrance: null })).toBeNull();
});

test('what voice says comes first', () => {
  expect(hindranceIn({ modeLock: true, currentMode: 'mode3' }, { hindrance: 'in-call' })).toBe('in-call');
});
