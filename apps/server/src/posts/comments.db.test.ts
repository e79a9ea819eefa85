import { describe, expect, test } from 'vitest';
import type { Member } from '../chats/testing/house.ts';
import { uuidv7 } from '../platform/ids.ts';
import { grantCallBonus } from '../profiles/index.ts';
import { openPosts } from './testing/house.ts';

const house = await openPosts();
const { as, post, comment, pay, database, clock } = house;

async function pair(): Promise<{ ann: Member; bob: Member; postId: string }> {
  const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  return { ann, bob, postId: await post(ann) };
}

async function leave({ userId }: Member, comment_opportunities: number): Promise<void> {
  const today = { comment_last_reset_token: '9999-12-31', comment_opportunities };
  await database.read.updateTable('profiles.profile').set(today).where('user_id', '=', userId).execute();
}

async function leaveForGood({ userId }: Member): Promise<void> {
  const erases_at = new Date(clock.now() + 86_400_000);
  await database.read.updateTable('identity.account').set({ erases_at }).where('user_id', '=', userId).execute();
}

async function leftOf({ userId }: Member): Promise<number> {
  const profile = database.read.selectFrom('profiles.profile').where('user_id', '=', userId);
  return (await profile.select('comment_opportunities as left').executeTakeFirstOrThrow()).left;
}

const listed = async (author: Member, postId: string) => (await as(author, 'listComments', { postId })).comments;
const start = (author: Member, postId: string, commentId: string) =>
  as(author, 'startChatFromCommentV2v2', { postId, commentId });
const roomOf = async (who: Member, chatRoomId: string) =>
  (await who.call('listChatRooms')).chatRooms.find(({ id }) => id === chatRoomId);

describe('a comment', () => {
  test('takes one opportunity; 200 at once with 20 left are 20, and what is left is never below zero', async () => {
    const { ann, bob, postId } = await pair();
    await leave(bob, 20);
    const written = await Promise.allSettled(Array.from({ length: 200 }, () => comment(bob, postId)));
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await leftOf(bob)).toBe(0);
    expect((await as(ann, 'getPost', { postId })).post).toMatchObject({ commentCount: 20, yourComments: 0 });
    expect((await as(bob, 'getPost', { postId })).post).toMatchObject({ commentCount: 20, yourComments: 20 });
    await expect(comment(bob, postId)).rejects.toThrow('You have used your comments for today.');
  });

  test('200 at once and 20 calls that end meanwhile: of 17 left and 3 more 20 are written or left', async () => {
    const { bob, postId } = await pair();
    await leave(bob, 17);
    const grants = Array.from({ length: 20 }, () => database.transaction((tx) => grantCallBonus(tx, bob.userId)));
    const written = await Promise.allSettled(Array.from({ length: 200 }, () => comment(bob, postId)));
    await Promise.all(grants);
    const count = written.filter(({ status }) => status === 'fulfilled').length;
    expect(count + (await leftOf(bob))).toBe(20);
  });

  test('of 40 people at once is counted 40 times', async () => {
    const { ann, postId } = await pair();
    const people = await Promise.all(Array.from({ length: 40 }, (_, i) => house.newcomer(`Person ${i}`)));
    await Promise.all(people.map((who) => comment(who, postId)));
    expect((await as(ann, 'getPost', { postId })).post.commentCount).toBe(40);
  });

  test('leaves 19 of 20, comes back after 18:00, and costs paid people nothing', async () => {
    const { bob, postId } = await pair();
    const say = (who: Member) => as(who, 'addCommentV2v2', { postId, content: 'Hello' });
    await leave(bob, 20);
    expect(await say(bob)).toMatchObject({ commentOpportunities: 19 });
    await database.read
      .updateTable('profiles.profile')
      .set({ comment_last_reset_token: '2026-06-14', comment_reset_at: new Date(Date.UTC(2026, 5, 14, 18)) })
      .where('user_id', '=', bob.userId)
      .execute();
    await clock.advance(Date.UTC(2026, 5, 15, 18) - 1 - clock.now());
    expect(await say(bob)).toMatchObject({ commentOpportunities: 18 });
    await clock.advance(1);
    expect(await say(bob)).toMatchObject({ commentOpportunities: 19 });
    await leave(bob, 0);
    await pay(bob);
    expect(await say(bob)).toMatchObject({ commentOpportunities: 999 });
    expect(await leftOf(bob)).toBe(0);
  });

  test('that is refused costs nothing: on one’s own post, on one that is over, on none', async () => {
    const { ann, bob, postId } = await pair();
    await leave(ann, 5);
    await leave(bob, 5);
    await expect(comment(ann, postId)).rejects.toThrow('You cannot comment on your own moment.');
    await expect(comment(bob, uuidv7(clock.now()))).rejects.toThrow('Post not found');
    for (const content of ['', '  ', 'x'.repeat(301)]) await expect(comment(bob, postId, content)).rejects.toThrow();
    await as(ann, 'setPostActive', { postId, isActive: false });
    await expect(comment(bob, postId)).rejects.toThrow('This moment is over.');
    expect([await leftOf(ann), await leftOf(bob)]).toEqual([5, 5]);
  });

  test('is shown to the author of the post alone, by an alias that is one person’s on this post', async () => {
    const { ann, bob, postId } = await pair();
    const other = await post(ann);
    await comment(bob, other, 'Elsewhere');
    await comment(bob, postId, ' One ');
    await comment(bob, postId, 'Two');
    const comments = await listed(ann, postId);
    const [two, one] = comments;
    expect(comments).toEqual([
      {
        id: expect.any(String),
        content: 'Two',
        isPaidUser: false,
        createdAt: clock.now(),
        ...named(two),
      },
      {
        id: expect.any(String),
        content: 'One',
        isPaidUser: false,
        createdAt: clock.now() - 1,
        ...named(two),
      },
    ]);
    expect(one!.alias).toBe(two!.alias);
    expect((await listed(ann, other))[0]!.alias).not.toBe(two!.alias);
    expect(JSON.stringify(comments)).not.toContain(bob.userId);
    expect([await listed(bob, postId), await listed(bob, uuidv7(clock.now()))]).toEqual([[], []]);
  });

  test('of paid people stands first, then the newest, 20 in all', async () => {
    const { ann, bob, postId } = await pair();
    const cem = await house.newcomer('Cem');
    await pay(cem);
    const paid = await comment(cem, postId);
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      ids.unshift(await comment(bob, postId));
    }
    const comments = await listed(ann, postId);
    expect(comments.map(({ id }) => id)).toEqual([paid, ...ids.slice(0, 19)]);
    expect(comments.map(({ isPaidUser }) => isPaidUser)).toEqual([true, ...Array.from({ length: 19 }, () => false)]);
  });

  test('begins no second chat with somebody who has ended the first', async () => {
    const { ann, bob, postId } = await pair();
    const [first, second] = [await comment(bob, postId), await comment(bob, postId)];
    const { chatRoomId } = await start(ann, postId, first);
    await bob.call('deleteChatRoomV2v2', { chatRoomId });
    await expect(start(ann, postId, second)).rejects.toMatchObject({ reason: 'not-connected' });
  });

  test('is never deleted by anybody', async () => {
    const { ann, bob, postId } = await pair();
    const commentId = await comment(bob, postId);
    for (const who of [ann, bob]) {
      await expect(as(who, 'deleteComment', { postId, commentId })).rejects.toThrow(
        'Deleting individual comments is not allowed',
      );
    }
    expect(await listed(ann, postId)).toHaveLength(1);
  });

  test('notifies the author without a name, once a post until it is read', async () => {
    const { ann, bob, postId } = await pair();
    const other = await post(ann);
    for (const id of [postId, postId, other]) await comment(bob, id);
    const { notifications, unread } = await ann.call('listNotifications');
    const kinds = { kind: 'comment', person: null, chatRoomId: null, message: null };
    expect(notifications).toMatchObject([
      { ...kinds, postId: other },
      { ...kinds, postId },
    ]);
    expect(unread).toBe(2);
    await ann.call('markNotificationsRead');
    await comment(bob, postId);
    expect(await ann.call('listNotifications')).toMatchObject({
      notifications: [{ postId }, { postId: other }],
      unread: 1,
    });
  });

  test('of somebody who is suspended vanishes, and neither theirs nor one of somebody blocked begins a chat', async () => {
    const { ann, bob, postId } = await pair();
    const cem = await house.newcomer('Cem');
    const ids = [await comment(bob, postId), await comment(cem, postId)];
    await as(ann, 'blockUser', { target: { type: 'user', id: bob.userId } });
    await database.read
      .updateTable('identity.account')
      .set({ suspended_until: new Date(clock.now() + 60_000) })
      .where('user_id', '=', cem.userId)
      .execute();
    // A blocked user's comment stays: else a block would reveal its author.
    expect((await listed(ann, postId)).map(({ id }) => id)).toEqual([ids[0]]);
    for (const id of ids) await expect(start(ann, postId, id)).rejects.toThrow('This comment is not here any more.');
  });
});

describe('what somebody points at', () => {
  test('a comment: its writer is blocked by alias, and vanishes there at once, and nowhere else', async () => {
    const { ann, bob, postId } = await pair();
    const other = await post(ann);
    const here = await comment(bob, postId);
    await comment(bob, other);
    const { alias } = (await listed(ann, postId))[0]!;
    await as(ann, 'blockUser', { target: { type: 'comment', id: here }, reason: 'spam' });
    expect(await as(ann, 'listBlocks')).toMatchObject({ blocks: [{ person: null, alias }] });
    expect([await listed(ann, postId), (await listed(ann, other)).length]).toEqual([[], 1]);
    await expect(start(ann, postId, here)).rejects.toThrow('This comment is not here any more.');
    await house.pass(20 * 3_600_000);
    expect(await listed(ann, other)).toHaveLength(1);
  });

  test('a comment that is reported keeps what was said, and names nobody to who reports it', async () => {
    const { ann, bob, postId } = await pair();
    const id = await comment(bob, postId, 'Something awful');
    const target = { type: 'comment', id } as const;
    const answer = await as(ann, 'reportUser', { target, reason: 'hate' });
    expect(answer).toEqual({ reportId: expect.any(String) });
    const reports = database.read.selectFrom('safety.report').selectAll().where('reporter', '=', ann.userId);
    const [report] = await reports.execute();
    expect(report).toMatchObject({ reported: bob.userId, evidence: { content: 'Something awful', postId } });
    await expect(as(bob, 'reportUser', { target, reason: 'hate' })).rejects.toThrow('not there any more');
  });

  test('a comment stays reportable once the post below it was deleted, and no chat begins from it', async () => {
    const { ann, bob, postId } = await pair();
    const id = await comment(bob, postId, 'Something awful');
    await as(ann, 'deletePostV2v2', { postId });
    await as(ann, 'reportUser', { target: { type: 'comment', id }, reason: 'hate' });
    const reports = database.read.selectFrom('safety.report').select('evidence').where('reporter', '=', ann.userId);
    expect(await reports.execute()).toMatchObject([{ evidence: { content: 'Something awful' } }]);
    await expect(start(ann, postId, id)).rejects.toThrow('Post not found');
    expect(await listed(ann, postId)).toEqual([]);
  });

  test('a post: its author is known by name, and gone from both at once', async () => {
    const { ann, bob, postId } = await pair();
    const target = { type: 'post', id: postId } as const;
    await as(bob, 'reportUser', { target, reason: 'spam' });
    await as(bob, 'blockUser', { target });
    expect(await as(bob, 'listBlocks')).toMatchObject({ blocks: [{ person: { userId: ann.userId } }] });
    await expect(as(bob, 'getPost', { postId })).rejects.toThrow('Post not found');
  });

  test.each(['its author blocks who has seen it', 'who has seen it blocks its author', 'its author leaves'] as const)(
    'a post and a comment can be reported, and their authors blocked, after %s',
    async (event) => {
      const { ann, bob, postId } = await pair();
      const commentId = await comment(bob, postId, 'Something awful');
      const [above, below] = [{ type: 'post', id: postId } as const, { type: 'comment', id: commentId } as const];
      for (const [author, seer, target] of [
        [ann, bob, above],
        [bob, ann, below],
      ] as const) {
        if (event === 'its author leaves') await leaveForGood(author);
        else if (event === 'its author blocks who has seen it') {
          await as(author, 'blockUser', { target: { type: 'user', id: seer.userId } });
        } else await as(seer, 'blockUser', { target });
        await as(seer, 'reportUser', { target, reason: 'hate' });
        await as(seer, 'blockUser', { target });
        const reports = database.read.selectFrom('safety.report').where('target_id', '=', target.id);
        expect(await reports.select('reported').execute()).toEqual([{ reported: author.userId }]);
      }
    },
  );
});

describe('a chat from a comment', () => {
  test('begins with what both wrote, under their names, in both lists, and notifies who commented', async () => {
    const { ann, bob, postId } = await pair();
    const commentId = await comment(bob, postId, 'Which line?');
    const { chatRoomId } = await start(ann, postId, commentId);
    expect(await listed(ann, postId)).toMatchObject([{ id: commentId, chatRoomId }]);
    expect(await roomOf(ann, chatRoomId)).toMatchObject({ type: 'post', other: { name: 'Bob' }, unread: 0 });
    expect(await roomOf(bob, chatRoomId)).toMatchObject({ type: 'post', other: { name: 'Ann' }, unread: 1 });
    const { messages } = await bob.call('listMessages', { chatRoomId });
    expect(messages.map(({ senderId, content, type }) => [senderId, content, type])).toEqual([
      [ann.userId, 'The last seat by the door.', 'text'],
      [bob.userId, 'Which line?', 'text'],
    ]);
    expect(await bob.call('listNotifications')).toMatchObject({
      notifications: [{ kind: 'message', person: { name: 'Ann' }, chatRoomId, message: 'The last seat by the door.' }],
    });
  });

  test('is one room however often it is begun, at once or later, and from whichever of one person’s comments', async () => {
    const { ann, bob, postId } = await pair();
    const ids = [await comment(bob, postId, 'One'), await comment(bob, postId, 'Two')];
    const begun = await Promise.all([...ids, ...ids, ...ids].map((id) => start(ann, postId, id)));
    const [room] = new Set(begun.map(({ chatRoomId }) => chatRoomId));
    expect(begun.every(({ chatRoomId }) => chatRoomId === room)).toBe(true);
    const { messages } = await ann.call('listMessages', { chatRoomId: room! });
    expect(messages.map(({ content }) => content).toSorted()).toEqual(['One', 'The last seat by the door.', 'Two']);
    expect(await start(ann, postId, ids[0]!)).toEqual({ chatRoomId: room });
  });

  test('says which post a later comment answers, by the line that is there or, in another room, by a new one', async () => {
    const { ann, bob, postId } = await pair();
    const other = await post(ann, { content: 'Another one.' });
    const linesIn = async (chatRoomId: string) => {
      const { messages } = await bob.call('listMessages', { chatRoomId });
      return messages.map(({ content, replyTo }) => (replyTo ? `${content} > ${replyTo.content}` : content));
    };
    const begin = async (on: string, content: string) =>
      (await start(ann, on, await comment(bob, on, content))).chatRoomId;
    const room = await begin(postId, 'One');
    expect([await begin(other, 'Two'), await begin(postId, 'Three')]).toEqual([room, room]);
    const post_ = 'The last seat by the door.';
    expect(await linesIn(room)).toEqual([post_, 'One', 'Another one.', 'Two', `Three > ${post_}`]);
    await ann.call('deleteChatRoomV2v2', { chatRoomId: room });
    const next = await begin(postId, 'Four');
    expect(await begin(postId, 'Five')).toBe(next);
    expect(await linesIn(next)).toEqual([post_, 'Four', `Five > ${post_}`]);
  });

  test('of two who begin one with each other at once is one', async () => {
    for (let i = 0; i < 10; i++) {
      const { ann, bob, postId } = await pair();
      const other = await post(bob);
      const [bobs, anns] = [await comment(bob, postId), await comment(ann, other)];
      const [one, two] = await Promise.all([start(ann, postId, bobs), start(bob, other, anns)]);
      expect(one).toEqual(two);
    }
  });

  test('is begun by the author of the post alone, from a comment that is on it', async () => {
    const { ann, bob, postId } = await pair();
    const other = await post(ann);
    const commentId = await comment(bob, postId);
    await expect(start(bob, postId, commentId)).rejects.toThrow('Not authorized');
    await expect(start(ann, other, commentId)).rejects.toThrow('This comment is not here any more.');
    await expect(start(ann, uuidv7(clock.now()), commentId)).rejects.toThrow('Post not found');
    await expect(start(ann, postId, uuidv7(clock.now()))).rejects.toThrow('This comment is not here any more.');
  });
});

function named(one: { alias: string; seed: string } | undefined) {
  return { alias: one?.alias, seed: one?.seed, chatRoomId: null };
}
