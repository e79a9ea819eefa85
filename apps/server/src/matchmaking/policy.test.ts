import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_HELD, type Waiting } from '../engagement/index.ts';
import { match, type Match } from './policy.ts';

const NOW = 1_000_000;

interface Draft {
  language?: string | null;
  region?: string | null;
  waitedMs?: number;
}

/** A queue, front first. */
function queueOf(drafts: readonly Draft[]): Waiting[] {
  return drafts.map(({ language = 'en', region = null, waitedMs = 0 }, i) => ({
    userId: `person-${i}`,
    ticket: `ticket-${i}`,
    place: i + 1,
    tab: null,
    since: NOW - waitedMs,
    language,
    region,
    interests: [],
    ...NOT_HELD,
  }));
}

function matched(queue: readonly Waiting[], refused: readonly string[] = [], atMost = Infinity): string[] {
  return match(queue, { now: NOW, refused: refusedBy(refused), atMost }).map(nameOf);
}

function nameOf({ a, b }: Match): string {
  return `${a.place}-${b.place}`;
}

/** Pairs as "1-2", in either order. */
function refusedBy(pairs: readonly string[]): (one: string, other: string) => boolean {
  const known = new Set(pairs.flatMap((pair) => [pair, pair.split('-').toReversed().join('-')]));
  const placeOf = (userId: string) => Number(userId.slice('person-'.length)) + 1;
  return (one, other) => known.has(`${placeOf(one)}-${placeOf(other)}`);
}

describe('who is paired', () => {
  test('first come, first served among people alike', () => {
    expect(matched(queueOf([{}, {}, {}, {}, {}]))).toEqual(['1-2', '3-4']);
  });

  test('nobody is kept waiting for somebody better', () => {
    expect(matched(queueOf([{ language: 'en' }, { language: 'ja' }]))).toEqual(['1-2']);
  });

  test('the same language goes first when there is a choice, then the same region', () => {
    const queue = queueOf([
      { language: 'en', region: 'TW' },
      { language: 'ja', region: 'TW' },
      { language: 'en', region: 'DE' },
      { language: 'en', region: 'TW' },
    ]);
    expect(matched(queue)).toEqual(['1-4', '2-3']);
    expect(matched(queue.slice(0, 3))).toEqual(['1-3']);
    expect(matched(queue.slice(0, 2))).toEqual(['1-2']);
  });

  test.each([
    [7_499, '1-4'],
    [7_500, '1-3'],
    [14_999, '1-3'],
    [15_000, '1-2'],
  ])('a front that waited %i ms takes %s', (waitedMs, pair) => {
    const [front, ...rest] = queueOf([
      { language: 'en', region: 'TW', waitedMs },
      { language: 'ja', region: 'TW' },
      { language: 'en', region: 'DE' },
      { language: 'en', region: 'TW' },
    ]);
    expect(matched([front!, ...rest])[0]).toBe(pair);
  });

  test('no more than asked for, front first', () => {
    expect(matched(queueOf([{}, {}, {}, {}, {}, {}]), [], 2)).toEqual(['1-2', '3-4']);
  });

  test('whom everybody refuses waits, and the others are paired behind them', () => {
    expect(matched(queueOf([{}, {}, {}]), ['1-2', '1-3'])).toEqual(['2-3']);
  });
});

const draft = fc.record({
  language: fc.constantFrom('en', 'de', 'ja', null),
  region: fc.constantFrom('TW', 'DE', null),
  waitedMs: fc.integer({ min: 0, max: 20_000 }),
});
const world = fc.array(draft, { minLength: 1, maxLength: 40 }).chain((drafts) => {
  const people = drafts.length;
  const pair = fc.tuple(fc.integer({ min: 1, max: people }), fc.integer({ min: 1, max: people }));
  return fc.record({
    queue: fc.constant(queueOf(drafts)),
    refused: fc.array(pair, { maxLength: 60 }).map((pairs) => pairs.map(([one, other]) => `${one}-${other}`)),
  });
});

describe('for every queue and every set of refusals', () => {
  test('nobody is matched twice, with themselves, or against a refusal', () => {
    fc.assert(
      fc.property(world, ({ queue, refused }) => {
        const matches = match(queue, { now: NOW, refused: refusedBy(refused), atMost: Infinity });
        const people = matches.flatMap(({ a, b }) => [a.userId, b.userId]);
        expect(new Set(people).size).toBe(people.length);
        for (const { a, b } of matches) expect(refusedBy(refused)(a.userId, b.userId)).toBe(false);
      }),
    );
  });

  test('no two who could be paired are left waiting', () => {
    fc.assert(
      fc.property(world, ({ queue, refused }) => {
        const matches = match(queue, { now: NOW, refused: refusedBy(refused), atMost: Infinity });
        const paired = new Set(matches.flatMap(({ a, b }) => [a, b]));
        const left = queue.filter((person) => !paired.has(person));
        for (const one of left) {
          for (const other of left) {
            if (one !== other) expect(refusedBy(refused)(one.userId, other.userId)).toBe(true);
          }
        }
      }),
    );
  });

  test('among people alike, whoever stands nearer to the front is taken first', () => {
    fc.assert(
      fc.property(world, ({ queue }) => {
        const matches = match(queue, { now: NOW, refused: () => false, atMost: Infinity });
        const turnOf = new Map(matches.flatMap(({ a, b }) => [[a, a.place] as const, [b, a.place] as const]));
        for (const { a, b } of matches) {
          const before = queue.filter((other) => other.place < b.place && other !== a && alike(other, b));
          for (const other of before) expect(turnOf.get(other) ?? other.place).toBeLessThan(a.place);
        }
      }),
    );
  });
});

function alike(one: Waiting, other: Waiting): boolean {
  return one.language === other.language && one.region === other.region;
}

test('10,000 people of 20 languages are paired in one pass', () => {
  let looks = 0;
  const queue = queueOf(Array.from({ length: 10_000 }, (_, i) => ({ language: `l${i % 20}`, region: `r${i % 7}` })));
  const matches = match(queue, { now: NOW, refused: () => (looks++, false), atMost: Infinity });
  expect(matches).toHaveLength(5_000);
  expect(looks).toBe(5_000);
});
