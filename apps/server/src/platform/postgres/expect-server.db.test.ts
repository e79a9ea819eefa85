import { expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { expectServer, problemOf } from './expect-server.ts';

const fine = { version: 150_004, encoding: 'UTF8', role: 'writer' } as const;

test.each([
  [fine, 'writer', null],
  [{ ...fine, version: 190_000 }, 'writer', null],
  [{ ...fine, role: 'replica' }, 'replica', null],
  [{ ...fine, version: 140_011 }, 'writer', 'PostgreSQL 14 is too old: it takes 15 or later.'],
  [{ ...fine, encoding: 'SQL_ASCII' }, 'writer', 'the database is in SQL_ASCII: it takes one in UTF8.'],
  [{ ...fine, role: 'replica' }, 'writer', 'this is a read replica: name the server that is written to.'],
  [fine, 'replica', 'this is no read replica.'],
] as const)('%o as a %s: %s', (facts, role, problem) => {
  expect(problemOf(facts, role)).toBe(problem);
});

test('a server that is not there is named with its setting and without the password', async () => {
  const refused = expectServer('DATABASE_URL', `postgres://ann:secret@127.0.0.1:${await freePort()}/app`, 'writer');
  await expect(refused).rejects.toThrow(
    /^DATABASE_URL: no PostgreSQL takes us at 127\.0\.0\.1:\d+\/app \(.*ECONNREFUSED/,
  );
  await expect(refused).rejects.not.toThrow(/secret/);
});
