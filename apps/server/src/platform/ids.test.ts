import { expect, test } from 'vitest';
import { lowestUuidv7, newAlias, opaqueToken, uuidv7 } from './ids.ts';

const NOW = Date.UTC(2026, 5, 15);

test('a UUIDv7 names its version, its variant and its millisecond', () => {
  const id = uuidv7(NOW);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
});

test('ids of 1,000 consecutive milliseconds sort as they were made', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => uuidv7(NOW + i));
  expect(ids.toSorted()).toEqual(ids);
});

test('the lowest id of a millisecond lies between that millisecond and the one before', () => {
  expect(lowestUuidv7(NOW) < uuidv7(NOW)).toBe(true);
  expect(lowestUuidv7(NOW) > uuidv7(NOW - 1)).toBe(true);
});

test('tokens hold 32 random bytes in 43 characters, aliases 16 in 22', () => {
  expect(opaqueToken()).toMatch(/^[\w-]{43}$/);
  expect(newAlias()).toMatch(/^[\w-]{22}$/);
  expect(new Set(Array.from({ length: 1000 }, newAlias)).size).toBe(1000);
});
