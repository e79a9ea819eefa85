import { TAKEN_AWAY, type SafetyTarget } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { weightOf } from '../safety/reporters.ts';
import { liftByOperator } from './index.ts';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, post, friends, say, report, caseOf } = court;
const { ann, bob, cem, database } = world;
const mod = await court.moderator('Maud');

const dismiss = (caseId: string) => as(mod).call('decideCase', { caseId, action: 'dismiss' });
const decide = { ground: 'hate', text: 'This is not welcome here.' } as const;

describe('a report joins the open case of the person it is about', () => {
  test('three people’s reports at once are one case, and each adds what it says', async () => {
    const dan = await world.join('Dan');
    await Promise.all([ann, bob, cem].map((who) => report(who, user(dan), 'spam')));
    const found = await caseOf(mod, dan);
    expect(found).toMatchObject({ state: 'open', priority: 'normal', ground: 'spam', about: 'user' });
    expect([found.reports, found.reporters, found.allReports.length]).toEqual([3, 3, 3]);
    expect(found.log.map(({ what }) => what)).toEqual(['reported', 'reported', 'opened']);
    await dismiss(found.caseId);
  });

  test('once it is closed, the next report opens another one', async () => {
    const dan = await world.join('Dan');
    await report(ann, user(dan));
    const first = await caseOf(mod, dan);
    await dismiss(first.caseId);
    await report(bob, user(dan));
    const second = await caseOf(mod, dan);
    expect(second.caseId).not.toBe(first.caseId);
    expect([first.account.cases, second.reports, second.account.cases]).toEqual([0, 1, 1]);
    await dismiss(second.caseId);
  });

  test('the gravest stands in front, the older one of the equally grave', async () => {
    const [dan, eve, fay] = [await world.join('Dan'), await world.join('Eve'), await world.join('Fay')];
    await report(ann, user(dan), 'spam');
    await report(ann, user(eve), 'threat');
    await report(bob, user(fay), 'minor');
    const { cases, open } = await as(mod).call('listCases', { list: 'open' });
    expect(cases.map(({ person }) => person.name)).toEqual(['Fay', 'Eve', 'Dan']);
    expect(open).toBe(3);
    const [first] = cases;
    const rest = await as(mod).call('listCases', { list: 'open', after: first!.caseId });
    expect(rest.cases.map(({ person }) => person.name)).toEqual(['Eve', 'Dan']);
    for (const { caseId } of cases) await dismiss(caseId);
  });

  test('the metrics say how many are open, how old the oldest is, and how long a decision took', async () => {
    const figure = async (name: string): Promise<number> => {
      const page = await (await fetch(`${world.url}/metrics`)).text();
      return Number(new RegExp(`^yonder_moderation_${name} (\\S+)$`, 'm').exec(page)?.[1]);
    };
    const [dan, eve, fay] = [await world.join('Dan'), await world.join('Eve'), await world.join('Fay')];
    const decided = await figure('decision_seconds_count');
    const seconds = await figure('decision_seconds_sum');
    expect([await figure('open_cases'), await figure('oldest_case_seconds')]).toEqual([0, 0]);
    await report(fay, user(dan));
    await world.advance(3_000);
    await report(fay, user(eve));
    expect([await figure('open_cases'), await figure('oldest_case_seconds')]).toEqual([2, 3]);
    await dismiss((await caseOf(mod, dan)).caseId);
    expect([await figure('open_cases'), await figure('oldest_case_seconds')]).toEqual([1, 0]);
    expect((await figure('decision_seconds_count')) - decided).toBe(1);
    expect((await figure('decision_seconds_sum')) - seconds).toBe(3);
    await dismiss((await caseOf(mod, eve)).caseId);
  });

  test('the same person on the same thing within 24 h adds to the report there is', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const first = await report(eve, user(dan), 'spam');
    expect(await report(eve, user(dan), 'minor')).toBe(first);
    const found = await caseOf(mod, dan);
    expect([found.reports, found.reporters, found.priority]).toEqual([1, 1, 'urgent']);
    expect(found.allReports[0]).toMatchObject({ reason: 'minor', text: 'It is spam.\nIt is minor.' });
    await dismiss(found.caseId);
    expect(await report(eve, user(dan), 'spam')).toBe(first);
    await expect(caseOf(mod, dan)).rejects.toThrow('no case');
    await database.read
      .updateTable('safety.report')
      .set({ created_at: new Date(world.clock.now() - 86_400_000) })
      .where('id', '=', first)
      .execute();
    expect(await report(eve, user(dan), 'spam')).not.toBe(first);
    await dismiss((await caseOf(mod, dan)).caseId);
  });
});

describe('what a reporter’s word weighs', () => {
  test('it falls with dismissed cases; at nothing it opens no case but an urgent one, and hides nothing', async () => {
    const [liar, dan] = [await world.join('Liar'), await world.join('Dan')];
    for (let i = 0; i < 5; i++) {
      const other = await world.join(`Person ${i}`);
      await report(liar, user(other), 'hate');
      await dismiss((await caseOf(mod, other)).caseId);
    }
    expect(await weightOf(database.read, liar.userId)).toBe(0);
    await world.advance(60_000);
    const unheard = await report(liar, user(dan), 'hate');
    await expect(caseOf(mod, dan)).rejects.toThrow('no case');
    const postId = await post(dan);
    await report(liar, { type: 'post', id: postId }, 'minor');
    const found = await caseOf(mod, dan);
    expect(found.priority).toBe('urgent');
    expect(found.allReports.map(({ reportId }) => reportId)).toContain(unheard);
    expect(found.allReports[0]?.reporter).toMatchObject({ name: 'Liar', weight: 0, dismissed: 5, reports: 7 });
    expect((await as(ann).call('getPost', { postId })).post.id).toBe(postId);
    await as(mod).call('decideCase', { caseId: found.caseId, action: 'warn', ...decide });
    expect(await weightOf(database.read, liar.userId)).toBe(5);
  });
});

describe('what is said about a minor or self-harm is hidden until somebody has looked', () => {
  test('a post is nobody’s to see but its author’s, a dismissal shows it again, a removal takes it away', async () => {
    const [dan, eve, fay] = [await world.join('Dan'), await world.join('Eve'), await world.join('Fay')];
    const postId = await post(dan, 'Come and see.');
    await report(eve, { type: 'post', id: postId }, 'minor');
    const feedOf = async (who: typeof ann) => (await as(who).call('listPosts')).posts.map(({ id }) => id);
    expect(await refusalOf(as(bob).call('getPost', { postId }))).toBe('post-not-found');
    expect(await refusalOf(as(bob).call('addCommentV2v2', { postId, content: 'Where?' }))).toBe('post-not-found');
    expect(await feedOf(bob)).not.toContain(postId);
    expect((await as(dan).call('listOwnPosts')).posts.map(({ id }) => id)).toContain(postId);
    const found = await caseOf(mod, dan);
    expect(found.allReports[0]).toMatchObject({ content: 'hidden', evidence: { post: { content: 'Come and see.' } } });
    const dismissed = await dismiss(found.caseId);
    expect(dismissed.allReports[0]?.content).toBe('shown');
    expect(await feedOf(bob)).toContain(postId);

    await report(fay, { type: 'post', id: postId }, 'minor');
    const again = await caseOf(mod, dan);
    const removed = await as(mod).call('decideCase', { caseId: again.caseId, action: 'remove-content', ...decide });
    expect(removed.allReports[0]?.content).toBe('removed');
    expect(removed.history[0]).toMatchObject({
      action: 'remove-content',
      removed: ['Come and see.'],
      by: { name: 'Maud' },
    });
    expect(await refusalOf(as(dan).call('getPost', { postId }))).toBe('post-not-found');
  });

  test('a post leaves open feeds when it is hidden, and when it is taken away', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const [hidden, removed] = [await post(dan), await post(dan)];
    const gone: string[] = [];
    const tab = cem.tab();
    tab.live.on('feed.removed', ({ postId }) => void gone.push(postId));
    const stop = tab.live.start();
    await expect.poll(() => tab.live.status.get()).toBe('online');
    await tab.call('watchFeed', { region: 'TW' });
    await report(eve, { type: 'post', id: hidden }, 'minor');
    await expect.poll(() => gone).toEqual([hidden]);
    await report(eve, { type: 'post', id: removed }, 'hate');
    const found = await caseOf(mod, dan);
    const about = found.allReports.find(({ reason }) => reason === 'hate');
    const remove = [about!.reportId];
    await as(mod).call('decideCase', { caseId: found.caseId, action: 'warn', remove, ...decide });
    await expect.poll(() => gone).toEqual([hidden, removed]);
    stop();
  });

  test('what a ban left hidden shows again when the operator lifts the ban', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const postId = await post(dan);
    await report(eve, { type: 'post', id: postId }, 'minor');
    const second = await court.moderator('Second');
    const { caseId } = await caseOf(mod, dan);
    const { proposal } = await as(mod).call('decideCase', { caseId, action: 'ban', ...decide });
    await as(second).call('approveBan', { statementId: proposal!.statementId, approve: true });
    await database.transaction((tx) =>
      liftByOperator(tx, dan.userId, { stated: async () => {}, reportsClosed: async () => {} }),
    );
    await world.advance(2_000);
    const seen = async () =>
      refusalOf(
        as(bob)
          .call('getPost', { postId })
          .then(({ post: { id } }) => id),
      );
    await expect.poll(seen).toBe(postId);
    const after = await as(mod).call('getCase', { caseId });
    expect(after.allReports[0]?.content).toBe('shown');
  });

  test('a comment leaves its list, comes back, and is replaced where it is taken away', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const postId = await post(dan);
    const { commentId } = await as(eve).call('addCommentV2v2', { postId, content: 'Nobody would miss you.' });
    const listed = async () => (await as(dan).call('listComments', { postId })).comments.map(({ content }) => content);
    await report(dan, { type: 'comment', id: commentId }, 'self-harm');
    expect(await listed()).toEqual([]);
    const found = await caseOf(mod, eve);
    expect(found.allReports[0]?.evidence).toMatchObject({
      comment: { content: 'Nobody would miss you.' },
      post: { content: 'Who walks a dog by the river?' },
    });
    await as(mod).call('decideCase', { caseId: found.caseId, action: 'warn', ...decide });
    expect(await listed()).toEqual(['Nobody would miss you.']);
    await world.advance(1_000);
    const second = await as(eve).call('addCommentV2v2', { postId, content: 'Go away.' });
    await report(dan, { type: 'comment', id: second.commentId }, 'hate');
    const again = await caseOf(mod, eve);
    await as(mod).call('decideCase', { caseId: again.caseId, action: 'remove-content', ...decide });
    expect(await listed()).toEqual([TAKEN_AWAY, 'Nobody would miss you.']);
  });

  test('whoever had a post hidden may block its author, and another report of it joins the same case', async () => {
    const [dan, eve, fay] = [await world.join('Dan'), await world.join('Eve'), await world.join('Fay')];
    const target: SafetyTarget = { type: 'post', id: await post(dan, 'Come and see.') };
    await report(eve, target, 'minor');
    await as(eve).call('blockUser', { target, reason: 'minor' });
    const { blocks } = await as(eve).call('listBlocks');
    expect(blocks.map(({ person }) => person?.userId)).toEqual([dan.userId]);
    await report(fay, target, 'minor');
    const found = await caseOf(mod, dan);
    expect(found.allReports.map(({ content }) => content)).toEqual(['hidden', 'hidden']);
    await dismiss(found.caseId);
    expect((await as(fay).call('getPost', { postId: target.id })).post.content).toBe('Come and see.');
  });

  test('whoever had a comment hidden may block its writer, and begins no chat from it', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const postId = await post(dan);
    const { commentId } = await as(eve).call('addCommentV2v2', { postId, content: 'I am in class until four.' });
    const [{ alias } = { alias: '' }] = (await as(dan).call('listComments', { postId })).comments;
    const target: SafetyTarget = { type: 'comment', id: commentId };
    await report(dan, target, 'minor');
    expect(await refusalOf(as(dan).call('startChatFromCommentV2v2', { postId, commentId }))).toBe('comment-not-found');
    await as(dan).call('blockUser', { target, reason: 'minor' });
    const { blocks } = await as(dan).call('listBlocks');
    expect(blocks.map((block) => block.alias)).toEqual([alias]);
    const found = await caseOf(mod, eve);
    expect(found.reports).toBe(1);
    await dismiss(found.caseId);
  });

  test('a message reads as deleted to whoever has not written it, in the room, in answers and in the list', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const room = await friends(dan, eve);
    await say(dan, room, 'Hello.');
    const id = await say(eve, room, 'Hurt yourself.');
    await report(dan, { type: 'message', id }, 'self-harm');
    const readBy = async (who: typeof ann) => {
      const { messages } = await as(who).call('listMessages', { chatRoomId: room });
      const { chatRooms } = await as(who).call('listChatRooms');
      const message = messages.find((one) => one.id === id);
      return [message?.content, message?.isDeleted, chatRooms.find((one) => one.id === room)?.lastMessage];
    };
    expect(await readBy(dan)).toEqual(['', true, '']);
    expect(await readBy(eve)).toEqual(['Hurt yourself.', false, 'Hurt yourself.']);
    const found = await caseOf(mod, eve);
    expect(found.allReports[0]?.evidence.messages).toMatchObject([
      { by: 'reporter', text: 'Hello.', isReported: false },
      { by: 'reported', text: 'Hurt yourself.', isReported: true },
    ]);
    await dismiss(found.caseId);
    expect(await readBy(dan)).toEqual(['Hurt yourself.', false, 'Hurt yourself.']);
    const second = await say(eve, room, 'Go away.');
    await report(dan, { type: 'message', id: second }, 'hate');
    const again = await caseOf(mod, eve);
    const { history } = await as(mod).call('decideCase', {
      caseId: again.caseId,
      action: 'suspend',
      hours: 1,
      ...decide,
      remove: [again.allReports[0]!.reportId],
    });
    expect(history[0]).toMatchObject({ action: 'suspend', removed: ['Go away.'] });
    const { messages } = await as(dan).call('listMessages', { chatRoomId: room });
    expect(messages.map(({ content, isDeleted }) => [content, isDeleted])).toEqual([
      ['Hello.', false],
      ['Hurt yourself.', false],
      ['', true],
    ]);
  });

  test('photos show nowhere and are not served, but to a moderator by an address of their own', async () => {
    const [dan, eve, fay] = [await world.join('Dan'), await world.join('Eve'), await world.join('Fay')];
    const photo = await upload(dan);
    const { photos } = await as(dan).call('updateProfile', { photos: [photo] });
    const address = `${world.url}${photos[0]}`;
    const served = async () => {
      await world.advance(1_000);
      return (await fetch(address)).status;
    };
    expect(await served()).toBe(200);
    await report(eve, user(dan), 'minor');
    expect(await served()).toBe(404);
    expect(await as(bob).call('getProfile', { uid: dan.userId })).toMatchObject({ photos: [], thumbs: [] });
    const found = await caseOf(mod, dan);
    const [evidence = ''] = found.allReports[0]?.evidence.portrait?.photoUrls ?? [];
    const seenBy = async (who: typeof ann) => {
      const { accessToken } = await who.token();
      return (await fetch(`${world.url}${evidence}`, { headers: { authorization: `Bearer ${accessToken}` } })).status;
    };
    expect([await seenBy(mod), await seenBy(eve)]).toEqual([200, 403]);
    await dismiss(found.caseId);
    expect(await served()).toBe(200);
    await report(fay, user(dan), 'sexual');
    await as(mod).call('decideCase', {
      caseId: (await caseOf(mod, dan)).caseId,
      action: 'remove-content',
      ...decide,
    });
    expect(await as(bob).call('getProfile', { uid: dan.userId })).toMatchObject({ name: 'Anonymous', photos: [] });
    expect(await seenBy(mod)).toBe(200);
  });
});

describe('evidence is held for 90 days after its case was closed', () => {
  test('a one-time image that was reported is sealed for its two, shown to the moderator, and gone after that', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    const room = await friends(dan, eve);
    const { accessToken } = await dan.token();
    const uploaded = await fetch(`${world.url}/api/v1/media/one-time`, {
      method: 'POST',
      body: new Uint8Array(PNG),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'image/png',
      },
    });
    const { path } = (await uploaded.json()) as { path: string };
    const clientMessageId = crypto.randomUUID();
    const draft = { chatRoomId: room, clientMessageId, type: 'one_time_image', content: '', media: { path } } as const;
    const { id } = await as(dan).call('sendMessageV2v2', draft);
    await report(eve, { type: 'message', id }, 'sexual');
    const found = await caseOf(mod, dan);
    const { url } = await as(eve).call('mintOneTimeImageUrlV2v2', { messageId: id });
    const eyes = await eve.token();
    const seen = await fetch(`${world.url}${url}`, { headers: { authorization: `Bearer ${eyes.accessToken}` } });
    expect(seen.status).toBe(200);
    const statusFor = async () => {
      const media = (await as(mod).call('getCase', { caseId: found.caseId })).allReports[0]?.evidence.messages[0];
      const token = await mod.token();
      const address = `${world.url}${media?.mediaUrl}`;
      return (await fetch(address, { headers: { authorization: `Bearer ${token.accessToken}` } })).status;
    };
    expect([await statusFor(), await statusFor()]).toEqual([200, 200]);
    await dismiss(found.caseId);
    const kept = () => database.read.selectFrom('media.object').where('path', '=', path).select('erase_at').execute();
    await database.read
      .updateTable('moderation.case')
      .set({ closed_at: new Date(world.clock.now() - 90 * 86_400_000) })
      .where('id', '=', found.caseId)
      .execute();
    expect(await kept()).toEqual([{ erase_at: null }]);
    const now = new Date(world.clock.now());
    await database.transaction((tx) => tx.deadline({ kind: 'moderation.let-go', key: found.caseId, due: now }));
    await world.advance(2_000);
    await expect.poll(kept).toEqual([]);
    const after = await as(mod).call('getCase', { caseId: found.caseId });
    expect(after.allReports[0]?.evidence.messages).toEqual([]);
    expect(after.log[0]?.what).toBe('evidence-let-go');
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
  'base64',
);

async function upload(who: typeof ann): Promise<string> {
  const { accessToken } = await who.token();
  const response = await fetch(`${world.url}/api/v1/media/photos`, {
    method: 'POST',
    body: new Uint8Array(PNG),
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'image/png',
    },
  });
  return ((await response.json()) as { path: string }).path;
}
