import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaults } from './assumptions.ts';
import { MEASURED } from './measured.ts';
import { capacityFor } from './model.ts';
import { generated, SIZES } from './page.ts';
import { PAGE, withTables } from './scale-page.ts';

test('docs/scale.md says what the model says: else npm run simulate capacity -- --write', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(withTables(page, generated(defaults(), SIZES))).toBe(page);
});

test('a thousand connected of ten thousand: 300 of them talk for 200 s, and 1.5 join a second', () => {
  const { connected, calls, joinsPerSecond, machines } = capacityFor(10_000, defaults());
  expect({ connected, calls, joinsPerSecond }).toEqual({ connected: 1_000, calls: 150, joinsPerSecond: 1.5 });
  expect(machines).toEqual({ app: 1, database: 0, relay: 0 });
});

test('a relay sends both voices of a call, with their headers', () => {
  const bits = (MEASURED.voicePacketBytes.value + 32) * 8 * MEASURED.voicePackets.value;
  expect(capacityFor(10_000, defaults()).relayMegabits).toBeCloseTo((150 * 2 * bits) / 1_000_000);
});

test('a hundred times the people are a hundred times the load, and more machines of every kind', () => {
  const [some, many] = [capacityFor(1_000_000, defaults()), capacityFor(100_000_000, defaults())];
  for (const name of ['joinsPerSecond', 'messagesPerSecond', 'relayMegabits', 'appCores', 'databaseCores'] as const)
    expect(many[name] / some[name]).toBeCloseTo(100);
  for (const kind of ['app', 'database', 'relay'] as const)
    expect(many.machines[kind]).toBeGreaterThan(some.machines[kind]);
});

test('what is fullest stands first', () => {
  const times = capacityFor(1_000_000, defaults()).fills.map((fill) => fill.times);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
