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

test('whatever the mixture, a free reader sees at most 8, at most 4 busy ones, the newest of each kind, in their order', () => {
  fc.assert(
    fc.property(posts, (given) => {
      const shown = mixture(given, 'free');
      const [busy, calm] = [shown.filter(isBusy), shown.filter((post) => !isBusy(post))];
      expect(shown.length).toBeLessThanOrEqual(8);
      expect(busy.length).toBeLessThanOrEqual(4);
      expect(shown).toEqual(given.filter((post) => shown.includes(post)));
      expect(busy).toEqual(given.filter(isBusy).slice(0, busy.length));
      expect(calm).toEqual(given.filter((post) => !isBusy(post)).slice(0, calm.length));
    }),
  );
});

test('a third busy one is shown only where no calm one is left out, and no place stays empty that could be filled', () => {
  fc.assert(
    fc.property(posts, (given) => {
      const shown = mixture(given, 'free');
      const allBusy = given.filter(isBusy).length;
      const allCalm = given.length - allBusy;
      const busy = shown.filter(isBusy).length;
      const calm = shown.length - busy;
      if (busy > 2) expect(calm).toBe(allCalm);
      const expected = Math.min(8, allCalm + Math.min(2, allBusy));
      expect(shown.length).toBe(Math.max(expected, Math.min(8, allCalm + Math.min(4, allBusy))));
    }),
  );
});
