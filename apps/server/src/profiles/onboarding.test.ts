import { TERMS_VERSION, type Input, type Reason } from '@yonder/contract';
import { expect, test } from 'vitest';
import { judgeOnboarding } from './onboarding.ts';

const now = new Date(Date.UTC(2026, 5, 15, 12));
const input: Input<'completeOnboarding'> = {
  birthDate: '1998-09-02',
  name: '  Mei ',
  region: 'TW-TPE',
  languages: ['zh-TW', 'en'],
  termsVersion: TERMS_VERSION,
  timezone: 'Asia/Taipei',
};

function refusal(change: Partial<typeof input>): Reason {
  try {
    judgeOnboarding({ ...input, ...change }, now);
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return error.reason as Reason;
  }
  throw new Error('it was accepted');
}

test('an adult’s answers are kept in tidy form', () => {
  expect(judgeOnboarding(input, now)).toEqual({ ...input, kind: 'adult', name: 'Mei' });
});

test('the same language twice counts once', () => {
  expect(judgeOnboarding({ ...input, languages: ['en', 'EN', 'zh-tw'] }, now)).toMatchObject({
    languages: ['en', 'zh-TW'],
  });
});

test('whoever turns 18 tomorrow is a minor, whatever else they wrote', () => {
  const minor = { birthDate: '2008-06-16', termsVersion: 'old', region: 'XX' };
  expect(judgeOnboarding({ ...input, ...minor }, now)).toEqual({ kind: 'minor' });
});

test('it is the local date that counts: 18 in Kiritimati, where tomorrow has begun', () => {
  const birthDate = '2008-06-16';
  expect(judgeOnboarding({ ...input, birthDate, timezone: 'Pacific/Kiritimati' }, now).kind).toBe('adult');
  expect(judgeOnboarding({ ...input, birthDate, timezone: null }, now).kind).toBe('minor');
});

test.each<[Partial<typeof input>, Reason]>([
  [{ birthDate: '2026-06-16' }, 'bad-birth-date'],
  [{ birthDate: '2007-02-29' }, 'bad-birth-date'],
  [{ birthDate: '1850-01-01' }, 'bad-birth-date'],
  [{ termsVersion: '2020-01' }, 'terms-outdated'],
  [{ name: 'x'.repeat(61) }, 'bad-input'],
  [{ region: 'XX' }, 'bad-input'],
  [{ timezone: 'Mars/Olympus' }, 'bad-input'],
])('%j is refused: %s', (change, reason) => {
  expect(refusal(change)).toBe(reason);
});
