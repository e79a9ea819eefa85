import { expect, test } from 'vitest';
import { asDomainError } from './errors.ts';

const coded = (code: string): Error => Object.assign(new Error('said by PostgreSQL'), { code });

test.each([
  ...['08006', '53300', '57014', '57P01', '40001', '25P03', '25006', 'ECONNREFUSED'].map(coded),
  ...[
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'Query read timeout',
  ].map((text) => new Error(text)),
  new Error('Client was closed and is not queryable'),
])('that the database is away is the person’s to know: %s', (error) => {
  expect(asDomainError(error).reason).toBe('busy');
});

test.each([coded('23505'), coded('25P02'), new TypeError('a bug'), 'no error at all'])(
  'the rest is a bug: %s',
  (thrown) => {
    expect(asDomainError(thrown).reason).toBe('internal');
  },
);
