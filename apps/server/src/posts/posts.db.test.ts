import { regionsOf } from '@yonder/contract/regions';
import { describe, expect, test } from 'vitest';
import type { Member } from '../chats/testing/house.ts';
import { uuidv7 } from '../platform/ids.ts';
import { DAY_SECONDS, openPosts } from './testing/house.ts';

const house = await openPosts();
const { as, post, database, clock } = house;
const DAY_MS = DAY_SECONDS * 1_000;

const regions = regionsOf('FR').map(({ code }) => code);
/** A region that no other test reads. */
const ownRegion = (): string => regions.pop()!;

async function feedOf(who: Member, region: string, filters: { ageRange?: '18-24' | 'any'; language?: string } = {}) {
  return (await as(who, 'listPosts', { region, ...filters })).posts.map(({ id }) => id);
}

async function withComments(postId: string, commentCount: number): Promise<string> {
  await database.read.updateTable('posts.post').set({ comment_count: commentCount }).where('id', '=', postId).execute();
  return postId;
}

async function suspend({ userId }: Member, until: number): Promise<void> {
  await database.read
    .updateTable('identity.account')
    .set({ suspended_until: new Date(until) })
    .where('user_id', '=', userId)
    .execute();
}

const block = (who: Member, whom: Member) => as(who, 'blockUser', { target: { type: 'user', id: whom.userId } });

describe('a post', () => {
  test('is shown with its author for the 24 h of its life, and not a millisecond longer', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('')];
    const region = ownRegion();
    const {
      postId,
      post: made,
      activeLeft,
    } = await as(ann, 'createPostV2v2', {
      content: '  Should I clap?\n',
      region,
      language: 'zh-tw',
      ageRange: '25-34',
    });
    expect(made).toEqual({
      id: postId,
      authorId: ann.userId,
      authorName: 'Ann',
      authorThumb: null,
      content: 'Should I clap?',
      region,
      ageRange: '25-34',
      language: 'zh-TW',
      isActive: true,
      commentCount: 0,
      yourComments: 0,
      createdAt: clock.now(),
      expiresAt: clock.now() + DAY_MS,
    });
    expect(activeLeft).toBe(4);
    await post(bob, { region });
    expect(await as(ann, 'listPosts', { region })).toMatchObject({
      region,
      posts: [{ authorName: 'Anonymous' }, made],
    });
    await clock.advance(made.expiresAt - 1 - clock.now());
    expect(await feedOf(bob, region)).toContain(postId);
    await clock.advance(1);
    expect(await feedOf(bob, region)).not.toContain(postId);
    await expect(as(bob, 'getPost', { postId })).rejects.toThrow('Post not found');
    expect(await as(ann, 'getPost', { postId })).toEqual({ post: { ...made, isActive: false } });
  });

  test('of 280 characters is taken, of 281 and of blanks not; nor one for a region that there is not', async () => {
    const ann = await house.newcomer('Ann');
    await post(ann, { content: `  ${'x'.repeat(280)}  ` });
    for (const content of ['x'.repeat(281), ' \n ']) await expect(post(ann, { content })).rejects.toThrow();
    await expect(post(ann, { region: 'XQ' })).rejects.toThrow('Please choose a region from the list.');
  });

  test('one of 20 written at once is one of 5 at most', async () => {
    const ann = await house.newcomer('Ann');
    const written = await Promise.allSettled(Array.from({ length: 20 }, () => post(ann)));
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(post(ann)).rejects.toThrow('You have five active moments. Switch one off to post another.');
    expect(await as(ann, 'listOwnPosts')).toMatchObject({ activeLeft: 0 });
  });

  test('switched on again counts as active, 10 at once keep to the limit, and one that is over stays over', async () => {
    const ann = await house.newcomer('Ann');
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      const postId = await post(ann);
      ids.push(postId);
      expect(await as(ann, 'setPostActive', { postId, isActive: false })).toMatchObject({ activeLeft: 5 });
    }
    const on = ids.map((postId) => as(ann, 'setPostActive', { postId, isActive: true }));
    expect((await Promise.allSettled(on)).filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const { posts } = await as(ann, 'listOwnPosts');
    expect(posts.filter(({ isActive }) => isActive)).toHaveLength(5);
    const off = posts.find(({ isActive }) => !isActive)!;
    await clock.advance(DAY_MS);
    await expect(as(ann, 'setPostActive', { postId: off.id, isActive: true })).rejects.toThrow('This moment is over.');
    expect(await as(ann, 'listOwnPosts')).toMatchObject({ activeLeft: 5 });
  });

  test('is switched and deleted by its author alone', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const region = ownRegion();
    const postId = await post(ann, { region });
    await expect(as(bob, 'setPostActive', { postId, isActive: false })).rejects.toThrow('Not authorized');
    await expect(as(bob, 'deletePostV2v2', { postId })).rejects.toThrow('Not authorized');
    const missing = { postId: uuidv7(clock.now()) };
    await expect(as(ann, 'setPostActive', { ...missing, isActive: true })).rejects.toThrow('Post not found');
    await expect(as(ann, 'deletePostV2v2', missing)).rejects.toThrow('Post not found');
    await as(ann, 'setPostActive', { postId, isActive: false });
    expect(await feedOf(bob, region)).toEqual([]);
    await as(ann, 'setPostActive', { postId, isActive: true });
    expect(await feedOf(bob, region)).toEqual([postId]);
    await house.comment(bob, postId);
    expect(await as(ann, 'deletePostV2v2', { postId })).toBeNull();
    await expect(as(ann, 'getPost', { postId })).rejects.toThrow('Post not found');
    await expect(as(ann, 'deletePostV2v2', { postId })).rejects.toThrow('Post not found');
    await expect(as(ann, 'setPostActive', { postId, isActive: true })).rejects.toThrow('Post not found');
    expect((await as(ann, 'listOwnPosts')).posts).toEqual([]);
    expect((await as(ann, 'listComments', { postId })).comments).toEqual([]);
  });

  test('that was taken back may still be reported by whoever has it before them, and is commented on by nobody', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const postId = await post(ann, { content: 'Something awful' });
    await as(ann, 'deletePostV2v2', { postId });
    await as(bob, 'reportUser', { target: { type: 'post', id: postId }, reason: 'hate' });
    const report = database.read.selectFrom('safety.report').where('target_id', '=', postId).select('evidence');
    expect(await report.executeTakeFirst()).toMatchObject({ evidence: { content: 'Something awful' } });
    await expect(house.comment(bob, postId)).rejects.toThrow('This moment is over.');
  });

  test('goes with its comments 30 days after it is over or was taken back; what a report is about stays', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const ids: string[] = [];
    const comments: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.push(await post(ann));
      comments.push(await house.comment(bob, ids[i]!));
    }
    const [over, later, deleted, held, commentHeld] = ids;
    await as(bob, 'reportUser', { target: { type: 'post', id: held! }, reason: 'spam' });
    await as(ann, 'reportUser', { target: { type: 'comment', id: comments[4]! }, reason: 'spam' });
    await as(ann, 'deletePostV2v2', { postId: deleted! });
    const longAgo = new Date(clock.now() - 30 * DAY_MS);
    const set = (which: string[], changes: { expires_at?: Date; deleted_at?: Date }) =>
      database.read.updateTable('posts.post').set(changes).where('id', 'in', which).execute();
    await set([over!, held!, commentHeld!], { expires_at: longAgo });
    await set([later!], { expires_at: new Date(longAgo.getTime() + 60_001) });
    await set([deleted!], { deleted_at: longAgo });
    await clock.advance(60_000);
    const left = async () => {
      const rows = database.read.selectFrom('posts.comment').select('post_id').where('id', 'in', comments);
      return (await rows.orderBy('post_id').execute()).map((row) => row.post_id);
    };
    await expect.poll(left).toEqual([later, held, commentHeld]);
    await clock.advance(60_000);
    await expect.poll(left).toEqual([held, commentHeld]);
  });

  test('stands among the latest 50 of its author, active or not', async () => {
    const ann = await house.newcomer('Ann');
    const ids: string[] = [];
    for (let i = 0; i < 51; i++) {
      const postId = await post(ann);
      ids.unshift(postId);
      await as(ann, 'setPostActive', { postId, isActive: false });
    }
    const { posts, activeLeft } = await as(ann, 'listOwnPosts');
    expect([posts.map(({ id }) => id), activeLeft]).toEqual([ids.slice(0, 50), 5]);
  });

  test('is switched off within the minute after its end, so that the feed’s index holds what is seen', async () => {
    const ann = await house.newcomer('Ann');
    const postId = await post(ann);
    const stored = () =>
      database.read.selectFrom('posts.post').where('id', '=', postId).select('is_active').executeTakeFirstOrThrow();
    await clock.advance(DAY_MS - 1);
    expect((await stored()).is_active).toBe(true);
    await clock.advance(60_000);
    await expect.poll(async () => (await stored()).is_active).toBe(false);
  });
});

describe('the feed', () => {
  test('is of one region, exactly: neither the country has its regions’ posts nor they the country’s', async () => {
    const ann = await house.newcomer('Ann');
    const [inRegion, inCountry] = [await post(ann, { region: 'IS-1' }), await post(ann, { region: 'IS' })];
    expect(await feedOf(ann, 'IS-1')).toEqual([inRegion]);
    expect(await feedOf(ann, 'IS')).toEqual([inCountry]);
    await expect(as(ann, 'listPosts')).rejects.toThrow('Please choose a region from the list.');
    await database.read
      .updateTable('profiles.profile')
      .set({ region: 'IS' })
      .where('user_id', '=', ann.userId)
      .execute();
    expect(await as(ann, 'listPosts')).toMatchObject({ region: 'IS', posts: [{ id: inCountry }] });
    expect(await as(ann, 'listPosts', { region: null })).toMatchObject({ region: 'IS' });
  });

  test('filters by language, and by age range with what is for everybody', async () => {
    const ann = await house.newcomer('Ann');
    const region = ownRegion();
    const german = await post(ann, { region, language: 'de' });
    const young = await post(ann, { region, ageRange: '18-24' });
    const old = await post(ann, { region, ageRange: '45+' });
    expect(await feedOf(ann, region)).toEqual([old, young, german]);
    expect(await feedOf(ann, region, { language: 'de' })).toEqual([german]);
    expect(await feedOf(ann, region, { ageRange: '18-24' })).toEqual([young, german]);
    expect(await feedOf(ann, region, { ageRange: 'any' })).toEqual([old, young, german]);
    expect(await feedOf(ann, region, { ageRange: '18-24', language: 'en' })).toEqual([young]);
  });

  test('mixes the newest 32 for free readers and shows paid ones the 8 newest', async () => {
    const [free, paid] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    await house.pay(paid);
    const region = ownRegion();
    const ids: string[] = [];
    // 29 busy posts in front of 3 calm ones; a fourth calm one is the 33rd.
    for (let i = 0; i < 33; i++) {
      const author = await house.newcomer(`Author ${i}`);
      ids.unshift(await withComments(await post(author, { region }), i < 4 ? 0 : 20));
    }
    expect(await feedOf(paid, region)).toEqual(ids.slice(0, 8));
    expect(await feedOf(free, region)).toEqual([...ids.slice(0, 4), ...ids.slice(29, 32)]);
  });

  test('hides people who are blocked, either way, and who are suspended, from one another everywhere', async () => {
    const [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
    const region = ownRegion();
    const annPost = await post(ann, { region });
    const bobPost = await post(bob, { region });
    const cemPost = await post(cem, { region });
    await block(ann, bob);
    await suspend(cem, clock.now() + 60_000);
    expect(await feedOf(ann, region)).toEqual([annPost]);
    expect(await feedOf(bob, region)).toEqual([bobPost]);
    for (const [who, postId] of [
      [ann, bobPost],
      [bob, annPost],
      [ann, cemPost],
    ] as const) {
      await expect(as(who, 'getPost', { postId })).rejects.toThrow('Post not found');
      await expect(house.comment(who, postId)).rejects.toThrow('Post not found');
      await expect(as(who, 'deletePostV2v2', { postId })).rejects.toThrow('Post not found');
      await expect(as(who, 'setPostActive', { postId, isActive: false })).rejects.toThrow('Post not found');
      const chosen = { postId, commentId: uuidv7(clock.now()) };
      await expect(as(who, 'startChatFromCommentV2v2', chosen)).rejects.toThrow('Post not found');
    }
    await clock.advance(60_000);
    expect(await feedOf(ann, region)).toEqual([cemPost, annPost]);
  });

  test('keeps a stranger who was blocked by alias, 0 of their moments are hidden', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const region = ownRegion();
    const bobPost = await post(bob, { region });
    const row = { who: ann.userId, whom: bob.userId, alias: 'x'.repeat(22), created_at: new Date(clock.now()) };
    const id = uuidv7(clock.now());
    await database.read
      .insertInto('safety.block')
      .values({ ...row, id })
      .execute();
    expect(await feedOf(ann, region)).toEqual([bobPost]);
  });

  test('counts for Home what is open in one’s region: 4 for the author of 1, for the author of 3 and for who has blocked them', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    const reader = { userId: ann.userId, now: new Date(clock.now()) };
    expect(await house.posts.countFor(database.read, reader)).toBeNull();
    const region = ownRegion();
    await database.read.updateTable('profiles.profile').set({ region }).where('user_id', '=', ann.userId).execute();
    await post(ann, { region });
    for (let i = 0; i < 3; i++) await post(bob, { region });
    const cem = await house.newcomer('Cem');
    const people = [ann, bob, cem].map(({ userId }) => userId);
    await database.read.updateTable('profiles.profile').set({ region }).where('user_id', 'in', people).execute();
    await as(cem, 'blockUser', { target: { type: 'user', id: bob.userId } });
    const { now } = reader;
    const counts = people.map((userId) => house.posts.countFor(database.read, { userId, now }));
    expect(await Promise.all(counts)).toEqual([4, 4, 4]);
  });

  test('counts 2 open moments for their author before and after 1 of them is hidden, so a report does not show', async () => {
    const ann = await house.newcomer('Ann');
    const region = ownRegion();
    await database.read.updateTable('profiles.profile').set({ region }).where('user_id', '=', ann.userId).execute();
    const postId = await post(ann, { region });
    await post(ann, { region });
    const now = new Date(clock.now());
    const count = () => house.posts.countFor(database.read, { userId: ann.userId, now });
    const before = await count();
    await database.read.updateTable('posts.post').set({ hidden_at: now }).where('id', '=', postId).execute();
    expect([before, await count()]).toEqual([2, 2]);
  });
});

describe('a tab that shows a feed', () => {
  const hears = ({ userId }: Member) => house.told.filter((one) => one.userId === userId);

  test('hears of what others post there, and of nothing else', async () => {
    const [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
    const [here, there] = [ownRegion(), ownRegion()];
    await as(ann, 'watchFeed', { region: here });
    await as(cem, 'watchFeed', { region: there });
    const postId = await post(bob, { region: here });
    const event = { name: 'feed.updated', data: { region: here, postId, createdAt: clock.now() } };
    await post(ann, { region: here });
    await expect.poll(() => hears(ann)).toEqual([{ userId: ann.userId, tab: `tab-of-${ann.userId}`, event }]);
    await as(bob, 'setPostActive', { postId, isActive: false });
    await as(bob, 'setPostActive', { postId, isActive: true });
    await as(ann, 'watchFeed', { region: null });
    await as(cem, 'watchFeed', { region: here });
    await post(bob, { region: here });
    await expect.poll(() => hears(cem)).toHaveLength(1);
    expect(hears(ann).map(({ event: { name } }) => name)).toEqual(['feed.updated', 'feed.removed']);
  });

  test('hears what leaves it in one way, whether it was taken back, switched off or its author blocked; the blocked one hears of 0', async () => {
    const people = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')] as const;
    const [ann, bob, cem] = people;
    const region = ownRegion();
    const ids: string[] = [];
    for (const who of [ann, ann, ann, bob]) ids.push(await post(who, { region }));
    const [taken, off, open] = ids;
    for (const who of people) await as(who, 'watchFeed', { region });
    const removed = (who: Member) =>
      hears(who).flatMap(({ event }) => (event.name === 'feed.removed' ? [event.data.postId] : []));
    await as(ann, 'deletePostV2v2', { postId: taken! });
    await expect.poll(() => removed(bob)).toEqual([taken]);
    await as(ann, 'setPostActive', { postId: off!, isActive: false });
    await expect.poll(() => removed(bob)).toEqual([taken, off]);
    await block(bob, ann);
    await expect.poll(() => removed(bob)).toEqual([taken, off, open]);
    expect([removed(ann), removed(cem)]).toEqual([[], [taken, off]]);
    expect(hears(bob).at(-1)?.event).toEqual({ name: 'feed.removed', data: { region, postId: open } });
  });

  test('hears nothing of somebody who is hidden from them', async () => {
    const [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
    const region = ownRegion();
    for (const who of [ann, cem]) await as(who, 'watchFeed', { region });
    await block(bob, ann);
    await post(bob, { region });
    await expect.poll(() => hears(cem)).toHaveLength(1);
    expect(hears(ann)).toEqual([]);
  });
});
