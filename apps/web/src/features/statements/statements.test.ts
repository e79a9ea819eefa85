import type { Statement } from '@yonder/contract';
import { expect, test } from 'vitest';
import { warning } from './samples.ts';
import { barringOf, unreadOf } from './statements.ts';

const pause: Statement = { ...warning, action: 'suspend', until: 1_772_700_000_000 };
const ban: Statement = { ...warning, action: 'ban' };

test('a warning keeps nobody out', () => expect(barringOf([warning])).toBeNull());
test('a ban is named before a pause', () => expect(barringOf([pause, ban])).toBe(ban));
test('what is over or was taken back keeps nobody out', () => {
  expect(
    barringOf([
      { ...pause, state: 'over' },
      { ...ban, state: 'reversed' },
    ]),
  ).toBeNull();
});

test('of two unread statements the older is shown first', () => {
  const newer = { ...warning, createdAt: warning.createdAt + 1 };
  expect(unreadOf([newer, warning])).toBe(warning);
});
test('what was put aside makes room for the next, and stays unread', () => {
  const newer = { ...warning, statementId: '0198c0de-0000-7000-8000-0000000000d2' };
  expect(unreadOf([newer, warning], [warning.statementId])).toBe(newer);
  expect(unreadOf([warning], [warning.statementId])).toBeNull();
  expect(unreadOf([warning])).toBe(warning);
});
test('what was read or taken back is not shown again', () => {
  expect(
    unreadOf([
      { ...warning, acknowledged: true },
      { ...warning, state: 'reversed' },
    ]),
  ).toBeNull();
});
