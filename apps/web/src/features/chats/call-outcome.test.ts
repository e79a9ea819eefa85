import { CALL_OUTCOMES } from '@yonder/contract';
import { expect, test } from 'vitest';
import { callOutcome } from './call-outcome.ts';
import { OTHER, YOU } from './samples.ts';

test('whoever called reads how it went; whoever was called has missed what nobody answered', () => {
  const seen = CALL_OUTCOMES.map((outcome) => {
    const call = { kind: 'call', callId: '00000000-0000-4000-8000-00000000000c', outcome, seconds: null } as const;
    return [outcome, callOutcome({ ...call, callerId: YOU }, 'me'), callOutcome({ ...call, callerId: OTHER }, 'them')];
  });
  expect(seen).toEqual([
    ['talked', 'talked', 'talked'],
    ['missed', 'missed', 'missed'],
    ['declined', 'declined', 'declined'],
    ['cancelled', 'cancelled', 'missed'],
    ['busy', 'busy', 'missed'],
    ['failed', 'failed', 'failed'],
  ]);
});
