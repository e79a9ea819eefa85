import { FIXED, toVisibleText, type InputDraft } from '@yonder/contract';

/** The answers so far. */
export interface Answers {
  birthDate: string;
  name: string;
  region: string;
  languages: readonly string[];
  acceptsTerms: boolean;
}

export type Mistake =
  | 'birth date missing'
  | 'name too long'
  | 'region missing'
  | 'languages missing'
  | 'terms not accepted';

/** The mistakes by field. Only the server checks the age, from the date alone. */
export function mistakesIn(answers: Answers): Partial<Record<keyof Answers, Mistake>> {
  return {
    ...(/^\d{4}-\d{2}-\d{2}$/.test(answers.birthDate) ? {} : { birthDate: 'birth date missing' }),
    ...(toVisibleText(answers.name, 'line').length <= FIXED.nameLength ? {} : { name: 'name too long' }),
    ...(answers.region === '' ? { region: 'region missing' } : {}),
    ...(answers.languages.length === 0 ? { languages: 'languages missing' } : {}),
    ...(answers.acceptsTerms ? {} : { acceptsTerms: 'terms not accepted' }),
  };
}

export function toOnboarding(answers: Answers, termsVersion: string): InputDraft<'completeOnboarding'> {
  return {
    birthDate: answers.birthDate,
    name: toVisibleText(answers.name, 'line'),
    region: answers.region,
    languages: [...answers.languages],
    termsVersion,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
