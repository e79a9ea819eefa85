import type { CallableName } from '@yonder/contract';
import { expect } from 'vitest';
import type { World } from '../../testing/world.ts';
import { makeRecorded, type Recorded } from './recorded.ts';

/** Two strangers whom the matcher has brought together, and how it is to end. */
export interface SecretPair<Ending> {
  /** The call's or the match's. */
  id: string;
  ann: Recorded;
  bob: Recorded;
  ending: Ending;
}

interface Mode<Ending> {
  sessions: 'voice.session' | 'text_match.session';
  /** How one joins. */
  join: readonly [name: CallableName, data?: unknown];
  endings: readonly Ending[];
  /** How many in all, and at once. */
  pairs: number;
  atOnce: number;
}

/** Pairs of people of whom everything is kept that they receive, a batch after the other, each ending as often. */
export async function* secretPairs<Ending>(
  world: World,
  mode: Mode<Ending>,
): AsyncGenerator<SecretPair<Ending>[], void, void> {
  for (let done = 0; done < mode.pairs; done += mode.atOnce) {
    const count = Math.min(mode.atOnce, mode.pairs - done);
    const pairs = await matchedPairs(world, mode, count);
    yield pairs;
    for (const { ann, bob } of pairs) for (const { socket } of [ann, bob]) socket.close();
    await world.database.read.deleteFrom('engagement.engagement').execute();
  }
}

async function matchedPairs<Ending>(
  world: World,
  { sessions, join, endings }: Mode<Ending>,
  count: number,
): Promise<SecretPair<Ending>[]> {
  const everybody = await Promise.all(Array.from({ length: count * 2 }, () => makeRecorded(world)));
  await Promise.all(everybody.map((one) => one.call(...join)));
  await world.advance(1_000);
  const byId = new Map(everybody.map((one) => [one.userId, one]));
  const made = await world.database.read
    .selectFrom(sessions)
    .where('a', 'in', [...byId.keys()])
    .select(['id', 'a', 'b'])
    .execute();
  expect(made.length).toBe(count);
  return made.map(({ id, a, b }, i) => {
    const [ann, bob, ending] = [byId.get(a), byId.get(b), endings[i % endings.length]];
    if (!ann || !bob || ending === undefined) throw new Error('a pair of somebody else');
    return { id, ann, bob, ending };
  });
}

/** Nothing that either has received tells anything of the other. */
export function expectAnonymous<Ending>({ ann, bob, ending }: SecretPair<Ending>): void {
  for (const [me, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const everything = me.received.join('\n');
    expect(everything.length).toBeGreaterThan(5_000);
    expect(
      other.secrets.filter((secret) => everything.includes(secret)),
      String(ending),
    ).toEqual([]);
  }
}

/** What is looked for would be found: two who like each other are told who the other is. */
export function expectRevealed<Ending>({ ann, bob }: SecretPair<Ending>): void {
  expect(ann.received.join('\n')).toContain(bob.userId);
}
