import { expect, test } from 'vitest';
import { turnName } from './turn-name.ts';

const DAY_MS = 86_400_000;
const secret = 'a secret of the relay';
const at = 20_000 * DAY_MS;
const userId = '00000000-0000-7000-8000-000000000001';

test('a person has one name a day, however often it is asked for', () => {
  const names = Array.from({ length: 300 }, (_, i) => turnName({ secret, userId, at: at + i * 288_000 }));
  expect(new Set(names).size).toBe(1);
});

test('another person, another day and another relay are other names, and none holds the person’s id', () => {
  const ways = [
    { secret, userId, at },
    { secret, userId, at: at + DAY_MS },
    { secret, userId: '00000000-0000-7000-8000-000000000002', at },
    { secret: 'another', userId, at },
  ];
  const names = ways.map(turnName);
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^[\w-]{22}$/);
});
