import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { loadServerKeys } from './keys.ts';

const { database, clock, log } = await freshDatabase();
const load = (given?: Record<string, Buffer>) =>
  loadServerKeys({ database, clock, log, purposes: ['bearer', 'media'], ...(given && { given }) });

beforeEach(async () => {
  await database.read.deleteFrom('platform.server_key').execute();
});

test('two nodes that start together share the first key of each purpose, usable at once', async () => {
  const [one, other] = await Promise.all([load(), load()]);
  expect(one.signing('bearer')).toEqual(other.signing('bearer'));
  expect(one.signing('bearer').kid).not.toBe(one.signing('media').kid);
  expect(one.accepted('media', one.signing('bearer').kid)).toBeUndefined();
});

test('a new key signs 60,000 ms after it was made; every node accepts it before', async () => {
  const [one, other] = await Promise.all([load(), load()]);
  const old = one.signing('bearer').kid;
  await one.rotate('bearer');
  await other.load();

  await clock.advance(59_999);
  expect(one.signing('bearer').kid).toBe(old);
  await clock.advance(1);
  const fresh = one.signing('bearer').kid;
  expect(fresh).not.toBe(old);
  expect(other.accepted('bearer', fresh)?.kid).toBe(fresh);
});

test('a retired key is accepted until 1 h after its retirement', async () => {
  const keys = await load();
  const old = keys.signing('bearer').kid;
  await keys.rotate('bearer');
  await clock.advance(60_000);

  await clock.advance(3_599_999);
  expect(keys.accepted('bearer', old)?.kid).toBe(old);
  await clock.advance(1);
  expect(keys.accepted('bearer', old)).toBeUndefined();
});

test('a key that counts no more is forgotten with the next one', async () => {
  const keys = await load();
  const first = keys.signing('bearer').kid;
  await keys.rotate('bearer');
  await clock.advance(3_660_001);
  const second = keys.signing('bearer').kid;
  await keys.rotate('bearer');
  const rows = await database.read
    .selectFrom('platform.server_key')
    .select('kid')
    .where('purpose', '=', 'bearer')
    .execute();
  const kept = rows.map(({ kid }) => kid);
  expect(kept).toHaveLength(2);
  expect(kept).toContain(second);
  expect(kept).not.toContain(first);
});

test('a secret the operator gives is used instead, under the same name on every node', async () => {
  const given = { bearer: Buffer.alloc(32, 7) };
  const [one, other] = [await load(given), await load(given)];
  expect(one.signing('bearer')).toMatchObject({ secret: given.bearer, kid: other.signing('bearer').kid });
  expect(one.signing('media').secret).toHaveLength(32);
});
