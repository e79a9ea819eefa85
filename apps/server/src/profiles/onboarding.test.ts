import { type Input, type Reason } from '@yonder/contract';
import { expect, test } from 'vitest';
import { judgeOnboarding } from './onboarding.ts';

const asked = { now: new Date(Date.UTC(2026, 5, 15, 12)), termsVersion: '2031-07' };
const input: Input<'completeOnboarding'> = {
  birthDate: '1998-09-02',
  name: 'Mei',
  region: 'TW-TPE',
  languages: ['zh-TW', 'en'],
  termsVersion: '2031-07',
  timezone: 'Asia/Taipei',
};

function refusal(change: Partial<typeof input>): Reason {
  try {
    judgeOnboarding({ ...input, ...change }, asked);
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return error.reason as Reason;
  }
  throw new Error('it was accepted');
}

test('an adult’s answers are kept', () => {
  expect(judgeOnboarding(input, asked)).toEqual({ ...input, kind: 'adult' });
});

test('the same language twice counts once', () => {
  expect(judgeOnboarding({ ...input, languages: ['en', 'EN', 'zh-tw'] }, asked)).toMatchObject({
    languages: ['en', 'zh-TW'],
  });
});

test('whoever turns 18 tomorrow is a minor, whatever else they wrote', () => {
  const minor = { birthDate: '2008-06-16', termsVersion: 'old', region: 'XX' };
  expect(judgeOnboarding({ ...input, ...minor }, asked)).toEqual({ kind: 'minor' });
});

test('it is the local date that counts: 18 in Kiritimati, where tomorrow has begun', () => {
  const birthDate = '2008-06-16';
  expect(judgeOnboarding({ ...input, birthDate, timezone: 'Pacific/Kiritimati' }, asked).kind).toBe('adult');
  expect(judgeOnboarding({ ...input, birthDate, timezone: null }, asked).kind).toBe('minor');
});

test.each(['Foo/Bar', '+03:30', 'Etc/Unknown'])('whoever is in the time zone %s comes in, as in UTC', (timezone) => {
  expect(judgeOnboarding({ ...input, timezone }, asked)).toMatchObject({ kind: 'adult', timezone: 'UTC' });
});

test.each<[Partial<typeof input>, Reason]>([
  [{ birthDate: '2026-06-16' }, 'bad-birth-date'],
  [{ birthDate: '2007-02-29' }, 'bad-birth-date'],
  [{ birthDate: '1850-01-01' }, 'bad-birth-date'],
  [{ termsVersion: '2024-01' }, 'terms-outdated'],
  [{ region: 'XX' }, 'unknown-region'],
  [{ region: 'TW-XXX' }, 'unknown-region'],
])('%j is refused: %s', (change, reason) => {
  expect(refusal(change)).toBe(reason);
});
