import { expect, test } from 'vitest';
import { openCourt, refusalOf } from '../moderation/testing/court.ts';
import { takeTurns } from '../posts/index.ts';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import type { Person } from '../testing/person.ts';

const { world, as, post } = await openCourt();
const { database } = world;

/** A comment by a new user on a new post by a new user. */
async function commented(): Promise<{ author: Person; writer: Person; postId: string; commentId: string }> {
  const [author, writer] = [await world.join('Author'), await world.join('Writer')];
  const postId = await post(author);
  const { commentId } = await as(writer).call('addCommentV2v2', { postId, content: 'I do.' });
  return { author, writer, postId, commentId };
}

const names = async (who: Person) =>
  (await as(who).call('listBlocks')).blocks.map(({ person }) => person?.name ?? null);
const openRooms = async (who: Person) =>
  (await as(who).call('listChatRooms')).chatRooms.filter(({ isActive }) => isActive).length;

test('a comment from which a chat has begun: its writer is blocked by name, the chat closes, and 0 of their 2 comments are left there', async () => {
  const { author, writer, postId, commentId } = await commented();
  const elsewhere = await post(author);
  await as(writer).call('addCommentV2v2', { postId: elsewhere, content: 'Here, too.' });
  const second = await as(writer).call('addCommentV2v2', { postId, content: 'Every day.' });
  await as(author).call('startChatFromCommentV2v2', { postId, commentId });
  expect([await openRooms(author), await openRooms(writer)]).toEqual([1, 1]);
  await as(author).call('blockUser', { target: { type: 'comment', id: second.commentId } });
  expect(await names(author)).toEqual(['Writer']);
  expect([await openRooms(author), await openRooms(writer)]).toEqual([0, 0]);
  const left = async (id: string) => (await as(author).call('listComments', { postId: id })).comments.length;
  // Elsewhere the author has another alias, and no chat has revealed them.
  expect([await left(postId), await left(elsewhere)]).toEqual([0, 1]);
});

test.each([
  ['chat', 'block'],
  ['block', 'chat'],
] as const)(
  'of a %s and a %s by one comment at once the writer is blocked by name where the chat began, else by alias, and 0 chats are open',
  async (...order) => {
    const { author, writer, postId, commentId } = await commented();
    const ask = {
      chat: () => as(author).call('startChatFromCommentV2v2', { postId, commentId }),
      block: () => as(author).call('blockUser', { target: { type: 'comment', id: commentId } }),
    };
    const end = await holdOpen(database, (tx) => takeTurns(tx, [author.userId, writer.userId]));
    const asked = new Map<string, Promise<unknown>>();
    for (const next of order) {
      asked.set(next, refusalOf(ask[next]()));
      await expect.poll(() => waitingForLocks(database.read)).toBe(asked.size);
    }
    await end();
    await Promise.all(asked.values());
    const hasBegun = (await asked.get('chat')) !== 'comment-not-found';
    expect([await names(author), await openRooms(writer)]).toEqual([[hasBegun ? 'Writer' : null], 0]);
  },
);
