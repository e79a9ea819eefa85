import { join } from 'node:path';
import { ASKERS, floor, type MomentTables, PEOPLE, product, regionOf, REGIONS } from './lib/moments.ts';
import { benchReading, callFrame, type Reading, type Side } from './lib/reading.ts';

/**
 * Reading moments with ever more of them, in 200 regions: the feed of a region, the feed for an age and a language, and
 * the comments on a post. Beside each a bare server's.
 */
const KINDS = ['feed', 'filtered', 'comments'] as const;
type Kind = (typeof KINDS)[number];

await benchReading<Kind>({
  bench: 'feed',
  kinds: KINDS,
  people: PEOPLE,
  askers: ASKERS,
  floor: join(import.meta.dirname, 'lib/floor-feed.ts'),
  ours: sideOf(product, (posts) => ({ kind, turn, id }) => {
    if (kind === 'comments') return callFrame(id, 'listComments', { postId: posts[turn % ASKERS] });
    const narrowed =
      kind === 'filtered'
        ? {
            ageRange: '25-34',
            language: 'en',
          }
        : {};
    return callFrame(id, 'listPosts', {
      region: regionOf(turn % REGIONS),
      ...narrowed,
    });
  }),
  bare: sideOf(floor, (posts) => ({ kind, turn, id }) => ({
    type: kind === 'comments' ? 'comments' : 'feed',
    id,
    region: regionOf(turn % REGIONS),
    post: posts[turn % ASKERS],
  })),
});

function sideOf(
  tables: MomentTables,
  questions: (posts: readonly string[]) => Side<Kind>['question'],
): Reading<Kind>['ours'] {
  return async (database, people) => {
    const posts = await tables.open(database, people);
    let from = 0;
    return {
      question: questions(posts),
      async fillUp(to) {
        await tables.fillUp(database, people, { from, to });
        from = to;
      },
    };
  };
}
