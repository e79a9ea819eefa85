import { expect, test } from 'vitest';
import { DEFAULT_STATE } from '../../state/app-state.ts';
import { isFound } from './matches.ts';

const queuing = { ...DEFAULT_STATE, callState: 'queuing', modeLock: true } as const;
const finding = { ...DEFAULT_STATE, isTextFindingOpen: true, modeLock: true };

test.each([
  ['a queue that becomes a call', queuing, { ...queuing, callState: 'calling' as const }, true],
  ['a queue that was left', queuing, DEFAULT_STATE, false],
  [
    'a call that goes on after its decision',
    { ...queuing, callState: 'deciding' as const },
    { ...queuing, callState: 'calling' as const },
    false,
  ],
  ['a search that becomes a room', finding, { ...finding, isTextFindingOpen: false }, true],
  ['a search that was given up', finding, DEFAULT_STATE, false],
  ['waiting on', finding, finding, false],
])('%s', (_, before, now, found) => expect(isFound(before, now)).toBe(found));
