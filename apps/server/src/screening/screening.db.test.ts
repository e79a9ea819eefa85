import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { readCommand } from '../commands/index.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

/** What the classifier was asked, and how it answers. */
const asked: { authorization: string | undefined; question: Record<string, unknown> }[] = [];
let verdict: 'allow' | 'block' | 'review' | 'nothing' | 'redirect' | 'error' = 'allow';
async function judged(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push({ authorization: request.headers.authorization, question: JSON.parse(await bodyOf(request)) });
  if (verdict === 'nothing') return;
  if (verdict === 'redirect') response.writeHead(302, { location: `${judgeUrl()}elsewhere` }).end();
  else if (verdict === 'error') response.writeHead(500).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ verdict }));
}
const judge = createServer((request, response) => void judged(request, response));
judge.listen(0, '127.0.0.1');
await once(judge, 'listening');
const judgeUrl = (): string => `http://127.0.0.1:${(judge.address() as AddressInfo).port}/`;
afterAll(() => {
  judge.closeAllConnections();
  judge.close();
});

const world = await World.start({
  settings: { CLASSIFIER_URL: judgeUrl(), CLASSIFIER_TOKEN: 'a-token-of-the-judge', CLASSIFIER_FAILS: 'closed' },
});
const { ann, bob, cem, database } = world;
const [anns, bobs, cems] = [ann.tab(), bob.tab(), cem.tab()];

const post = (tab: ReturnType<Person['tab']>, content: string) =>
  tab.call('createPostV2v2', { content, region: 'TW', language: 'en' });

function reportsOf({ userId }: Person) {
  return database.read
    .selectFrom('safety.report')
    .where('reported', '=', userId)
    .select(['reporter', 'target_type', 'target_id', 'text'])
    .execute();
}

async function words(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const log = createLog({ level: 'silent' });
  await readCommand(
    ['words', ...args],
    readConfig({}),
  )({ database, url: world.databaseUrl, clock: world.clock, log, print: (line) => void printed.push(line) });
  return printed;
}

describe('what strangers read', () => {
  test('has stars for the letters of listed words, and no name has any', async () => {
    const { postId, post: shown } = await post(anns, 'What the fuck, said the bird');
    expect(shown.content).toBe('What the ****, said the bird');
    await anns.call('deletePostV2v2', { postId });
    await expect(anns.call('updateProfile', { name: 'Fսck' })).rejects.toMatchObject({ reason: 'words-refused' });
    await expect(anns.call('updateProfile', { interests: ['birds', 'sh1t'] })).rejects.toMatchObject({
      reason: 'words-refused',
    });
    const { bio, interests } = await anns.call('updateProfile', { bio: 'No bullshit.', interests: ['birds', 'trees'] });
    expect({ bio, interests }).toEqual({ bio: 'No ********.', interests: ['birds', 'trees'] });
  });

  test('stays within what its readers accept, and as many interests as there were', async () => {
    // Each composes to three characters, and stars replace the composed text.
    await expect(post(anns, `${'\uFB2C'.repeat(270)} fuck`)).rejects.toMatchObject({ reason: 'bad-input' });
    const { interests } = await anns.call('updateProfile', { interests: ['birds\nof\nprey', 'trees'] });
    expect(interests).toEqual(['birds of prey', 'trees']);
  });

  test('holds no contacts: posts, comments, hellos, interests; a topic is left out and the match acknowledged', async () => {
    const held = { reason: 'contact-held-back' };
    await expect(post(anns, 'call 0912-345-678')).rejects.toMatchObject(held);
    const { postId } = await post(anns, 'Who likes birds?');
    await expect(bobs.call('addCommentV2v2', { postId, content: 'my insta is bob_b' })).rejects.toMatchObject(held);
    await expect(bobs.call('sayHello', { userId: ann.userId, content: 'wa.me/49301234567' })).rejects.toMatchObject(
      held,
    );
    await expect(bobs.call('joinTextQueueV2v2', { interests: ['bob@example.org'] })).rejects.toMatchObject(held);
    await anns.call('deletePostV2v2', { postId });
  });

  test('is reported by nobody when the judge says review, in the transaction that writes it', async () => {
    verdict = 'review';
    const { postId } = await post(bobs, 'Something to look at');
    verdict = 'allow';
    expect(await reportsOf(bob)).toEqual([
      { reporter: null, target_type: 'post', target_id: postId, text: 'Something to look at' },
    ]);
    expect(asked.at(-1)).toEqual({
      authorization: 'Bearer a-token-of-the-judge',
      question: { kind: 'posts', text: 'Something to look at', language: 'en' },
    });
  });

  test.each(['nothing', 'redirect', 'error'] as const)(
    'is refused within a second by a judge who fails closed: %s',
    async (how) => {
      const before = asked.length;
      verdict = how;
      await expect(post(cems, 'Anybody there?')).rejects.toMatchObject({ reason: 'busy' });
      verdict = 'allow';
      expect(asked.length).toBe(before + 1);
    },
  );

  test('that was stored is answered to a repetition, whatever the judge says by then', async () => {
    const draft = { content: 'Who saw the moon last night?', region: 'TW', language: 'en' };
    const requestId = randomUUID();
    const first = await cems.call('createPostV2v2', draft, { requestId });
    verdict = 'block';
    expect(await cems.call('createPostV2v2', draft, { requestId })).toEqual(first);
    verdict = 'allow';
  });

  test('is a case once, however often the queue is polled, and other words are another report', async () => {
    const fay = await world.join('Fay');
    const fays = fay.tab();
    const entries = () =>
      database.read
        .selectFrom('moderation.audit as entry')
        .innerJoin('moderation.case as matter', 'matter.id', 'entry.case_id')
        .where('matter.person', '=', fay.userId)
        .select('entry.what')
        .execute();
    verdict = 'review';
    for (let i = 0; i < 3; i++) await fays.call('joinTextQueueV2v2', { interests: ['something odd'] });
    await world.advance(1_000);
    expect((await entries()).map(({ what }) => what)).toEqual(['opened']);
    await database.read
      .updateTable('moderation.case')
      .set({ state: 'closed', closed_at: new Date(world.clock.now()) })
      .where('person', '=', fay.userId)
      .execute();
    await fays.call('joinTextQueueV2v2', { interests: ['something odd'] });
    expect(await reportsOf(fay)).toHaveLength(1);
    await fays.call('joinTextQueueV2v2', { interests: ['something worse'] });
    verdict = 'allow';
    await world.advance(1_000);
    expect((await reportsOf(fay)).map(({ text }) => text)).toEqual(['something odd', 'something worse']);
    expect((await entries()).map(({ what }) => what)).toEqual(['opened', 'opened']);
    await fays.call('leaveTextQueueV2v2');
  });

  test('is refused when the judge says no', async () => {
    verdict = 'block';
    await expect(post(cems, 'Anybody there?')).rejects.toMatchObject({ reason: 'words-refused' });
    verdict = 'allow';
  });
});

describe('messages', () => {
  async function room(type: 'direct' | 'mode3'): Promise<string> {
    const id = randomUUID();
    const aliases = type === 'mode3' ? { a_alias: 'a'.repeat(22), b_alias: 'b'.repeat(22) } : {};
    const at = new Date(world.clock.now());
    await database.read
      .insertInto('chats.room')
      .values({ id, type, a: ann.userId, b: bob.userId, created_at: at, ...aliases })
      .execute();
    const seat = { room_id: id, listed_at: at };
    await database.read
      .insertInto('chats.room_seat')
      .values([
        { ...seat, user_id: ann.userId },
        { ...seat, user_id: bob.userId },
      ])
      .execute();
    return id;
  }
  const say = (tab: typeof anns, chatRoomId: string, content: string) =>
    tab.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'text', content });
  const said = async (chatRoomId: string) =>
    (await anns.call('listMessages', { chatRoomId })).messages.map(({ content }) => content);

  test('are screened until the other one has answered, and between strangers hold no contacts at all', async () => {
    const known = await room('direct');
    await say(anns, known, 'oh shit, my number is 0912-345-678');
    await say(bobs, known, 'shit happens');
    await say(anns, known, 'no shit');
    expect(await said(known)).toEqual(['oh ****, my number is 0912-345-678', 'shit happens', 'no shit']);
    const strangers = await room('mode3');
    await say(bobs, strangers, 'Hello');
    await expect(say(anns, strangers, 'my snap is ann_b')).rejects.toMatchObject({ reason: 'contact-held-back' });
    await say(anns, strangers, 'no shit');
    expect(await said(strangers)).toEqual(['Hello', 'no shit']);
  });

  test('that the judge wants looked at are sent and reported once, however often they are repeated', async () => {
    const chatRoomId = await room('direct');
    const clientMessageId = randomUUID();
    const message = { chatRoomId, clientMessageId, type: 'text', content: 'Look at this' } as const;
    verdict = 'review';
    const sent = await anns.call('sendMessageV2v2', message);
    expect(await anns.call('sendMessageV2v2', message)).toEqual(sent);
    verdict = 'allow';
    expect(await reportsOf(ann)).toEqual([
      { reporter: null, target_type: 'message', target_id: sent.id, text: 'Look at this' },
    ]);
  });

  test('that are stored are answered to a repetition, whatever the judge says by then', async () => {
    const content = 'Shall we walk on Sunday?';
    const message = { chatRoomId: await room('direct'), clientMessageId: randomUUID(), type: 'text', content } as const;
    const sent = await anns.call('sendMessageV2v2', message);
    verdict = 'block';
    expect(await anns.call('sendMessageV2v2', message)).toEqual(sent);
    verdict = 'allow';
  });

  test('of the same words in one room are nobody’s business but of the two, in the first as in a second one', async () => {
    const question = 'Are you there, dear? I wait for you at the corner.';
    for (const chatRoomId of [await room('direct'), await room('direct')])
      for (let i = 0; i < 8; i++) await say(bobs, chatRoomId, question);
  });

  test('of a hello that the judge wants looked at: the message is what is reported, once it is stored', async () => {
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    for (const who of [dan, eve]) await who.tab().call('updateLocation', { lat: 25.03, lng: 121.56 });
    verdict = 'review';
    const hello = { userId: eve.userId, content: 'Something to look at' };
    const { chatRoomId } = await dan.tab().call('sayHello', hello);
    await dan.tab().call('sayHello', { ...hello, content: 'Something else' });
    verdict = 'allow';
    expect(await reportsOf(dan)).toEqual([
      { reporter: null, target_type: 'message', target_id: `${chatRoomId}.1`, text: 'Something to look at' },
    ]);
  });

  test('of the same words to a sixth person are one too many; words of their own are not', async () => {
    const spam = 'Hello dear, come and see what I have for you';
    const outcomes = [];
    for (let i = 0; i < 6; i++)
      outcomes.push(
        await say(anns, await room('direct'), spam).then(
          () => 'sent',
          ({ reason }) => reason,
        ),
      );
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', 'said-too-often', 'said-too-often']);
    await say(anns, await room('direct'), 'Hello Bob, how was the mountain on Sunday?');
  });
});

test('an operator’s word is in force on every node within ten seconds, and so is its removal', async () => {
  expect(await words('add', 'de', 'Brokkoli', '--effect', 'block')).toEqual(['"Brokkoli" (de): block.']);
  expect(await words('add', 'en', 'fuck', '--effect', 'off')).toEqual(['"fuck" (en): off.']);
  await world.advance(10_000);
  await expect(post(cems, 'I love broккоli')).rejects.toMatchObject({ reason: 'words-refused' });
  expect((await post(cems, 'What the fuck')).post.content).toBe('What the fuck');
  expect(await words('list')).toEqual(['de  block   Brokkoli', 'en  off     fuck']);
  expect(await words('list', 'en')).toEqual(['en  off     fuck']);
  expect(await words('remove', 'de', 'Brokkoli')).toEqual(['"Brokkoli" (de) is not in the list any more.']);
  await words('remove', 'en', 'fuck');
  await world.advance(10_000);
  expect((await post(cems, 'I love Brokkoli')).post.content).toBe('I love Brokkoli');
  await expect(words('remove', 'de', 'Brokkoli')).rejects.toThrow('"Brokkoli" (de) is not in the list.');
  await expect(words('add', 'de', '!?')).rejects.toThrow('"!?" has no letters.');
  await expect(words('add', 'nonsense!', 'word')).rejects.toThrow('must be a language');
});
