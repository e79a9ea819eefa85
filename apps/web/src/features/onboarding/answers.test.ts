import { expect, test } from 'vitest';
import { mistakesIn, toOnboarding, type Answers } from './answers.ts';

const complete: Answers = {
  birthDate: '1999-05-03',
  name: ' Wei ',
  region: 'TW',
  languages: ['zh'],
  acceptsTerms: true,
};

test('complete answers have no mistake', () => expect(mistakesIn(complete)).toEqual({}));
test('an empty name is no mistake: it is shown as Anonymous', () =>
  expect(mistakesIn({ ...complete, name: ' ' })).toEqual({}));

test.each<[keyof Answers, Partial<Answers>, string]>([
  ['birthDate', { birthDate: '' }, 'birth date missing'],
  ['birthDate', { birthDate: '3.5.1999' }, 'birth date missing'],
  ['name', { name: 'x'.repeat(61) }, 'name too long'],
  ['region', { region: '' }, 'region missing'],
  ['languages', { languages: [] }, 'languages missing'],
  ['acceptsTerms', { acceptsTerms: false }, 'terms not accepted'],
])('%s of %j: %s', (field, change, mistake) =>
  expect(mistakesIn({ ...complete, ...change })).toEqual({ [field]: mistake }),
);

test('a name of 60 characters fits, spaces around it do not count', () => {
  expect(mistakesIn({ ...complete, name: ` ${'x'.repeat(60)} ` })).toEqual({});
});

test('what is sent is trimmed and names the accepted terms', () => {
  expect(toOnboarding(complete, '2024-01')).toMatchObject({
    birthDate: '1999-05-03',
    name: 'Wei',
    region: 'TW',
    languages: ['zh'],
    termsVersion: '2024-01',
  });
});
