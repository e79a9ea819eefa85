import { expect, test } from 'vitest';
import { step, type CaseEvent, type CaseState } from './machine.ts';

const open: CaseState = { kind: 'open' };
const closed: CaseState = { kind: 'closed' };
const waiting: CaseState = { kind: 'approval', proposedBy: 'mod', approvedBy: [] };
const half: CaseState = { kind: 'approval', proposedBy: 'mod', approvedBy: ['two'] };
const warned: CaseEvent = { kind: 'decided', by: 'mod', action: 'warn' };
const banned: CaseEvent = { kind: 'decided', by: 'mod', action: 'ban' };

test.each<[CaseState, CaseEvent, number, CaseState | string]>([
  [open, warned, 2, closed],
  [open, { kind: 'decided', by: 'mod', action: 'dismiss' }, 2, closed],
  [open, banned, 1, closed],
  [open, banned, 2, waiting],
  [open, { kind: 'approved', by: 'two' }, 2, 'no-ban-waits'],
  [open, { kind: 'refused' }, 2, 'no-ban-waits'],
  [open, { kind: 'lapsed' }, 2, open],
  [waiting, warned, 2, 'ban-waits'],
  [waiting, banned, 2, 'ban-waits'],
  [waiting, { kind: 'approved', by: 'mod' }, 2, 'own-case'],
  [waiting, { kind: 'approved', by: 'two' }, 2, closed],
  [waiting, { kind: 'approved', by: 'two' }, 3, half],
  [half, { kind: 'approved', by: 'two' }, 3, 'own-case'],
  [half, { kind: 'approved', by: 'three' }, 3, closed],
  [half, { kind: 'refused' }, 3, open],
  [waiting, { kind: 'lapsed' }, 2, open],
  [closed, warned, 2, 'case-closed'],
  [closed, { kind: 'approved', by: 'two' }, 2, 'no-ban-waits'],
  [closed, { kind: 'refused' }, 2, 'no-ban-waits'],
  [closed, { kind: 'lapsed' }, 2, closed],
])('%j, %j with %i approvals needed: %j', (state, event, approvals, after) => {
  expect(step(state, event, { approvals })).toEqual(after);
});
