import type { Tx } from '../platform/database.ts';
import { newAlias, uuidv7 } from '../platform/ids.ts';
import type { SeededPerson } from './people.ts';

/** Moments of the demo users, in the order of the users. */
const WORDS: readonly (readonly [content: string, hoursAgo: number])[][] = [
  [
    ['Looking for someone who also thinks the last MRT home is the best seat in the city.', 5],
    ['I photograph every vending machine that still takes coins. Where is yours?', 2],
    ['Name one film you would watch for the first time again.', 9],
  ],
  [
    ['Recorded the harbour at four this morning. It hums in B flat.', 3],
    ['Tell me a sound you miss.', 7],
    ['My upstairs neighbour plays one cello note every night at nine. Just one. Should I clap?', 1],
  ],
  [
    ['Bread is out at 5:40. The first loaf always goes to whoever is awake.', 4],
    ['What do you listen to while nobody is watching?', 8],
    ['Teach me one word in your language that has no translation.', 2],
  ],
  [
    ['A seventy-one-year-old floated alone for the first time today. She did not stop laughing.', 6],
    ['What did you learn late, and were glad of?', 3],
    ['Jollof for six, and I am one.', 10],
  ],
  [
    ['Drawing a map of an island that is only there on Tuesdays. What should the bay be called?', 2],
    ['Saturn is out. Look up, then tell me what you saw instead.', 6],
    ['Which street do you take only because of its name?', 11],
  ],
  [
    ['Forty buttons on this accordion and one of them sighs. I may leave it so.', 4],
    ['Slow things, anyone?', 1],
    ['Walked until the path gave up. Nice view from there.', 8],
  ],
];

/** A demo user with their account. */
export type Seeded = Pick<SeededPerson, 'region' | 'isPaid'> & { userId: string };

/** Comments by others on each user's first moment. */
const ANSWERS = ['Only if nobody talks.', 'I thought I was the only one.', 'Tell me more about that.'] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Posts moments in the regions of the others, so that each user finds three at home. */
export async function seedMoments(tx: Tx, people: readonly Seeded[]): Promise<void> {
  for (const [i, { userId: author_id }] of people.entries()) {
    for (const [k, [content, hoursAgo]] of (WORDS[i] ?? []).entries()) {
      const created_at = new Date(tx.now.getTime() - hoursAgo * HOUR_MS);
      const id = uuidv7(created_at.getTime());
      const { region } = people[(i + k + 1) % people.length]!;
      const times = { created_at, expires_at: new Date(created_at.getTime() + DAY_MS) };
      const post = { id, author_id, content, region, age_range: 'any', language: 'en', ...times };
      await tx.db.insertInto('posts.post').values(post).execute();
      if (k === 0)
        await seedAnswers(tx, { id, created_at, others: people.filter(({ userId }) => userId !== author_id) });
    }
  }
}

async function seedAnswers(
  tx: Tx,
  { id: post_id, created_at: postedAt, others }: { id: string; created_at: Date; others: readonly Seeded[] },
): Promise<void> {
  for (const [n, content] of ANSWERS.entries()) {
    const { userId: user_id, isPaid: is_paid } = others[n]!;
    const created_at = new Date(postedAt.getTime() + (n + 1) * 600_000);
    await tx.db.insertInto('posts.commenter').values({ post_id, user_id, alias: newAlias(), comments: 1 }).execute();
    const comment = { id: uuidv7(created_at.getTime()), post_id, author_id: user_id, content, created_at };
    await tx.db
      .insertInto('posts.comment')
      .values({ ...comment, is_paid })
      .execute();
  }
  const counted = { comment_count: ANSWERS.length };
  await tx.db.updateTable('posts.post').set(counted).where('id', '=', post_id).execute();
}
