import type { Input } from '@yonder/contract';
import { isRegion } from '@yonder/contract/regions';
import { DomainError } from '../platform/errors.ts';
import { isAdult, isBirthDate, knownTimezone, localDate, type LocalDate } from './age.ts';

/** The result of a newcomer's answers. A minor's answers are not stored. */
export type Onboarding = { kind: 'minor' } | ({ kind: 'adult' } & NewProfile);

export interface NewProfile {
  birthDate: LocalDate;
  name: string;
  region: string;
  languages: string[];
  timezone: string;
  termsVersion: string;
}

/**
 * Checks the age first: a minor learns that, however wrong the other answers are.
 * @throws DomainError 'bad-birth-date', 'unknown-region' or 'terms-outdated'
 */
export function judgeOnboarding(
  input: Input<'completeOnboarding'>,
  { now, termsVersion }: { now: Date; termsVersion: string },
): Onboarding {
  const timezone = knownTimezone(input.timezone ?? 'UTC');
  const today = localDate(now, timezone);
  const { birthDate, name, region } = input;
  if (!isBirthDate(birthDate, today)) throw new DomainError('bad-birth-date');
  if (!isAdult(birthDate, today)) return { kind: 'minor' };
  if (!isRegion(region)) throw new DomainError('unknown-region');
  if (input.termsVersion !== termsVersion) throw new DomainError('terms-outdated');
  const languages = canonicalLanguages(input.languages);
  return { kind: 'adult', birthDate, name, region, languages, timezone, termsVersion };
}

/** @throws DomainError 'bad-input'. */
export function canonicalLanguage(tag: string): string {
  return canonicalLanguages([tag])[0]!;
}

export function canonicalLanguages(tags: readonly string[]): string[] {
  try {
    return Intl.getCanonicalLocales(tags);
  } catch (cause) {
    throw new DomainError('bad-input', { cause });
  }
}
