import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixture } from './policy.ts';

interface Post {
  id: number;
  commentCount: number;
}

const isBusy = ({ commentCount }: Post): boolean => commentCount >= 20;
const feed = (counts: readonly number[]): Post[] => counts.map((commentCount, id) => ({ id, commentCount }));
const counts = (plan: 'free' | 'paid', of: readonly number[]): number[] =>
  mixture(feed(of), plan).map(({ commentCount }) => commentCount);
const posts = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 32 }).map(feed);

test.each([
  ['eight calm ones and no busy one', [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7]],
  ['two of five busy ones and six calm ones', [20, 1, 21, 2, 22, 3, 23, 4, 24, 5, 6, 7], [20, 1, 21, 2, 3, 4, 5, 6]],
  ['one busy and seven calm ones', [1, 2, 3, 4, 5, 6, 7, 8, 20], [1, 2, 3, 4, 5, 6, 7, 20]],
  [
    'four of six busy ones where three calm ones are all there is',
    [20, 21, 22, 23, 24, 25, 1, 2, 3],
    [20, 21, 22, 23, 1, 2, 3],
  ],
  [
    'three busy ones where five calm ones leave room for one more',
    [20, 21, 22, 23, 1, 2, 3, 4, 5],
    [20, 21, 22, 1, 2, 3, 4, 5],
  ],
  ['four where all are busy', [20, 21, 22, 23, 24, 25, 26, 27, 28], [20, 21, 22, 23]],
  ['19 comments as calm, 20 as busy', [20, 20, 20, 19, 19, 19, 19, 19, 19], [20, 20, 19, 19, 19, 19, 19, 19]],
  ['nothing', [], []],
])('a free reader sees %s', (_, given, shown) => {
  expect(counts('free', given)).toEqual(shown);
});

test('a paid reader sees the 8 newest, however busy', () => {
  fc.assert(fc.property(posts, (given) => void expect(mixture(given, 'paid')).toEqual(given.slice(0, 8))));
});

/** Checks the rules of every feed on the free plan. */
function expectRule(given: readonly Post[]): void {
  const shown = mixture(given, 'free');
  const [busy, calm] = [shown.filter(isBusy), shown.filter((post) => !isBusy(post))];
  const [allBusy, allCalm] = [given.filter(isBusy), given.filter((post) => !isBusy(post))];
  expect(shown, 'in their order').toEqual(given.filter((post) => shown.includes(post)));
  expect(busy, 'the newest of them').toEqual(allBusy.slice(0, busy.length));
  expect(calm, 'the newest of them').toEqual(allCalm.slice(0, calm.length));
  const calmPlaces = Math.min(allCalm.length, 8 - Math.min(2, allBusy.length));
  expect([calm.length, busy.length]).toEqual([calmPlaces, Math.min(4, allBusy.length, 8 - calmPlaces)]);
}

test('whatever the mixture, a free reader sees 8: 2 busy ones first, a third and fourth only where the calm ones run out, the newest of each kind in their order', () => {
  fc.assert(fc.property(posts, expectRule));
});

test('so in each of the 8,191 mixtures of at most 12 busy and calm ones', () => {
  for (let length = 0; length <= 12; length++) {
    for (let bits = 0; bits < 2 ** length; bits++) {
      expectRule(feed(Array.from({ length }, (_, i) => ((bits >> i) & 1) * 20)));
    }
  }
});
