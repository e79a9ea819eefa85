import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_CERTIFICATE } from '../../push/testing/certificate.ts';
import { freePort } from '../../testing/free-port.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
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

/** A server that speaks TLS as PostgreSQL does, with a certificate of an unknown authority, and then hangs up. */
async function encryptedServer(sslmode: string): Promise<string> {
  const port = await freePort();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, ...TEST_CERTIFICATE });
      secured.on('error', () => {}).once('data', () => secured.destroy());
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `postgres://ann:secret@127.0.0.1:${port}/app?sslmode=${sslmode}`;
}

test.each([
  ['DATABASE_URL', 'verify-full'],
  ['DATABASE_URL', 'require'],
  ['DATABASE_REPLICA_URL', 'verify-full'],
])(
  'a server whose authority is not known is told from one that is away, and %s is named with the remedy (sslmode=%s)',
  async (setting, sslmode) => {
    const url = await encryptedServer(sslmode);
    await expect(expectServer(setting, url, 'writer')).rejects.toThrow(
      new RegExp(
        `^${setting}: no PostgreSQL takes us at 127\\.0\\.0\\.1:\\d+/app \\(self-signed certificate.*\\)\\. Where its authority is your own, add sslrootcert= and the file of its certificate to ${setting}\\.$`,
      ),
    );
    const file = join(temporaryFolder(), 'authority.pem');
    writeFileSync(file, TEST_CERTIFICATE.cert);
    const known = expectServer(setting, `${url}&sslrootcert=${file}`, 'writer');
    await expect(known).rejects.toThrow(/terminated unexpectedly\)\.$/);
  },
);

test('a file of an authority that is not there is named with the setting and without the password', async () => {
  const url = 'postgres://ann:secret@127.0.0.1/app?sslmode=verify-full&sslrootcert=/no/such.pem';
  await expect(expectServer('DATABASE_URL', url, 'writer')).rejects.toThrow(
    /^DATABASE_URL cannot be used: ENOENT.*\/no\/such\.pem'\.$/,
  );
});
