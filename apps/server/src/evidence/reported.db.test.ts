import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refusalOf, user } from '../moderation/testing/court.ts';
import { sizeOf } from '../testing/size.ts';
import { openEvidence } from './testing/harness.ts';

const harness = await openEvidence();
const { world, as, mod, two, say, report, caseOf } = harness;
const { fetchAs, sendDeleted, sendFile, sendOnce, sendSeen, settle, shownAbout } = harness;

test('a text that its sender deleted is in the case once its recipient reports it, with when it was deleted', async () => {
  const pair = await two();
  const id = await sendDeleted(pair, 'I know where you live.');
  const at = world.clock.now();
  await settle();
  await report(pair.reader, { type: 'message', id }, 'threat');
  const [[message] = []] = await shownAbout(pair.sender);
  expect(message).toMatchObject({ text: 'I know where you live.', state: { kind: 'deleted', at }, isReported: true });
});

test('a one-time image that was seen is in the case once its recipient reports it, with its very bytes', async () => {
  const pair = await two();
  const { messageId: id, bytes } = await sendSeen(pair);
  await world.advance(62_000);
  await report(pair.reader, { type: 'message', id }, 'sexual');
  const [[message] = []] = await shownAbout(pair.sender);
  expect(message?.state).toEqual({ kind: 'seen' });
  expect(await fetchAs(mod, message?.mediaUrl)).toEqual(bytes);
  expect(await fetchAs(mod, message?.mediaUrl, { headers: { range: 'bytes=2-5' } })).toEqual(bytes.subarray(2, 6));
});

test('one that was opened and closed without a byte, or left open for 60 s, is so, too', async () => {
  for (const how of ['consumed', 'left'] as const) {
    const pair = await two();
    const messageId = await sendOnce(pair);
    await as(pair.reader).call('mintOneTimeImageUrlV2v2', { messageId });
    if (how === 'consumed') await as(pair.reader).call('consumeOneTimeImageV2v2', { messageId });
    await world.advance(62_000);
    await settle();
    await report(pair.reader, { type: 'message', id: messageId }, 'sexual');
    const [[message] = []] = await shownAbout(pair.sender);
    expect([how, message?.state]).toEqual([how, { kind: 'seen' }]);
    expect(await fetchAs(mod, message?.mediaUrl)).toBeInstanceOf(Buffer);
  }
});

test.each(['image', 'voice'] as const)(
  'a deleted %s is in the case, before and after its bytes are sealed',
  async (type) => {
    for (const when of ['at once', 'sealed'] as const) {
      const pair = await two();
      const { messageId: id, bytes } = await sendFile(pair, type);
      await as(pair.sender).call('deleteMessage', { messageId: id });
      if (when === 'sealed') await settle();
      await report(pair.reader, { type: 'message', id }, 'hate');
      await harness.expire();
      const [[message] = []] = await shownAbout(pair.sender);
      expect([when, message?.state?.kind, await fetchAs(mod, message?.mediaUrl)]).toEqual([when, 'deleted', bytes]);
    }
  },
);

test('a report of the chat opens what the other one deleted there, and nothing of who reports', async () => {
  const pair = await two();
  const { sender, reader, chatRoomId } = pair;
  await sendDeleted(pair, 'You are worth nothing.');
  await sendDeleted({ ...pair, sender: reader }, 'My own words.');
  await report(reader, { type: 'chatRoom', id: chatRoomId }, 'hate');
  const [messages = []] = await shownAbout(sender);
  expect(messages.map(({ by, text, state }) => [by, text, state?.kind])).toEqual([
    ['reported', 'You are worth nothing.', 'deleted'],
    ['reporter', null, 'deleted'],
  ]);
});

test('what is deleted between two reports of one chat is added to the first, which stays as it was', async () => {
  const pair = await two();
  const { sender, reader, chatRoomId } = pair;
  const first = await say(sender, chatRoomId, 'Hello.');
  const target = { type: 'chatRoom', id: chatRoomId } as const;
  const reportId = await report(reader, target);
  await as(sender).call('deleteMessage', { messageId: first });
  await sendDeleted(pair, 'Answer me or else.');
  expect(await report(reader, target, 'threat')).toBe(reportId);
  const reports = await shownAbout(sender);
  expect(reports.map((messages) => messages.map(({ text, state }) => [text, state?.kind]))).toEqual([
    [
      ['Hello.', 'shown'],
      ['Answer me or else.', 'deleted'],
    ],
  ]);
});

test('a picture that a report shows already is not opened anew: after EVIDENCE_HOURS no sealed copy is left', async () => {
  const pair = await two();
  const { messageId, bytes } = await sendFile(pair, 'image');
  const target = { type: 'chatRoom', id: pair.chatRoomId } as const;
  await report(pair.reader, target);
  await as(pair.sender).call('deleteMessage', { messageId });
  await settle();
  await report(pair.reader, target);
  await harness.expire();
  const [[message] = []] = await shownAbout(pair.sender);
  expect([message?.state?.kind, await fetchAs(mod, message?.mediaUrl)]).toEqual(['shown', bytes]);
  const copies = world.database.read.selectFrom('media.object').where('owner', '=', pair.sender.userId);
  expect(await copies.where('folder', '=', 'sealed').select('path').execute()).toEqual([]);
});

test('a second report opens it again, with the same bytes', async () => {
  const pair = await two();
  const { messageId: id, bytes } = await sendSeen(pair);
  await settle();
  await report(pair.reader, { type: 'message', id }, 'sexual');
  await report(pair.reader, { type: 'chatRoom', id: pair.chatRoomId }, 'sexual');
  for (const [message] of await shownAbout(pair.sender)) expect(await fetchAs(mod, message?.mediaUrl)).toEqual(bytes);
});

test('neither its sender nor a third person nor a block opens anything', async () => {
  const pair = await two();
  const id = await sendDeleted(pair, 'Nobody else shall see this.');
  const { messageId: image } = await sendSeen(pair);
  await settle();
  const { evidence } = world.app.modules.files;
  const stranger = await world.join('Stranger');
  for (const { userId: recipient } of [pair.sender, stranger, mod]) {
    const asked = { roomId: pair.chatRoomId, recipient, seqs: [1, 2, 3] };
    expect(await world.database.transaction((tx) => evidence.open(tx, asked))).toEqual(new Map());
  }
  const target = { type: 'message', id } as const;
  expect(await refusalOf(report(pair.sender, target))).toBe('cannot-report-yourself');
  expect(await refusalOf(report(stranger, target))).toBe('report-target-not-found');
  expect(await refusalOf(report(stranger, { type: 'chatRoom', id: pair.chatRoomId }))).toBe('report-target-not-found');
  // The sender's view of the chat shows the sender's own messages as deleted.
  await report(pair.sender, { type: 'chatRoom', id: pair.chatRoomId });
  const [messages = []] = await shownAbout(pair.reader);
  expect(messages.map(({ text, mediaUrl }) => [text, mediaUrl])).toEqual([
    [null, null],
    [null, null],
  ]);
  await as(pair.reader).call('blockUser', { target: { type: 'message', id: image } });
  await report(stranger, user(pair.sender));
  const [portrait] = (await caseOf(mod, pair.sender)).allReports;
  expect(portrait?.evidence.messages).toEqual([]);
  expect(await harness.whereabouts('Nobody else shall see this.')).toEqual([]);
});

test('after a block or a closed chat it is opened all the same', async () => {
  for (const end of ['block', 'close'] as const) {
    const pair = await two();
    const id = await sendDeleted(pair, `Before the ${end}.`);
    if (end === 'block') await as(pair.sender).call('blockUser', { target: user(pair.reader) });
    else await as(pair.sender).call('deleteChatRoomV2v2', { chatRoomId: pair.chatRoomId });
    await report(pair.reader, { type: 'message', id }, 'threat');
    const [messages = []] = await shownAbout(pair.sender);
    expect(messages.find(({ isReported }) => isReported)?.text).toBe(`Before the ${end}.`);
  }
});

test('an image seen after its sender has left the chat is sealed, and in the case with its very bytes', async () => {
  const pair = await two();
  const { sender, reader, chatRoomId } = pair;
  const messageId = await sendOnce(pair);
  await as(sender).call('leaveChatRoom', { chatRoomId });
  const { url } = await as(reader).call('mintOneTimeImageUrlV2v2', { messageId });
  const bytes = await fetchAs(reader, url);
  await settle();
  await report(reader, { type: 'message', id: messageId }, 'sexual');
  const [messages = []] = await shownAbout(sender);
  const shown = messages.find(({ isReported }) => isReported);
  expect(bytes).toBeInstanceOf(Buffer);
  expect([shown?.state?.kind, await fetchAs(mod, shown?.mediaUrl)]).toEqual(['seen', bytes]);
});

test('who has left a chat reports and blocks by it as before, and a third person by 0 of its ids', async () => {
  const pair = await two();
  const { sender, reader, chatRoomId } = pair;
  const id = await sendDeleted(pair, 'You will regret this.');
  const stranger = await world.join('Stranger');
  await as(reader).call('leaveChatRoom', { chatRoomId });
  const targets = [{ type: 'message', id } as const, { type: 'chatRoom', id: chatRoomId } as const];
  for (const target of targets) {
    expect(await refusalOf(report(stranger, target))).toBe('report-target-not-found');
    await report(reader, target, 'threat');
  }
  const reports = await shownAbout(sender);
  expect(reports.map(([message]) => message?.text)).toEqual(['You will regret this.', 'You will regret this.']);
  await as(reader).call('blockUser', { target: targets[1]! });
  const { rows } = await sql<{ whom: string }>`SELECT whom FROM safety.block WHERE who = ${reader.userId}`.execute(
    world.database.read,
  );
  expect(rows).toEqual([{ whom: sender.userId }]);
});

test('what nobody can have seen leaves no evidence: a one-time image withdrawn, deleted unopened, or expired', async () => {
  const pair = await two();
  const before = await harness.sealed();
  const withdrawn = await sendOnce(pair);
  await as(pair.sender).call('discardOneTimeImageV2v2', { messageId: withdrawn });
  const deleted = await sendOnce(pair);
  await as(pair.sender).call('deleteMessage', { messageId: deleted });
  await settle();
  expect(await harness.sealed()).toEqual(before);
  await report(pair.reader, { type: 'chatRoom', id: pair.chatRoomId });
  const [messages = []] = await shownAbout(pair.sender);
  expect(messages.map(({ mediaUrl, state }) => [mediaUrl, state?.kind])).toEqual([
    [null, 'withdrawn'],
    [null, 'deleted'],
  ]);
});

test('what moderators have removed is not said to be deleted by its sender', async () => {
  const pair = await two();
  const id = await say(pair.sender, pair.chatRoomId, 'Away with this.');
  await report(pair.reader, { type: 'message', id }, 'hate');
  const { caseId } = await caseOf(mod, pair.sender);
  const words = { ground: 'hate', text: 'This is not welcome here.' } as const;
  await as(mod).call('decideCase', { caseId, action: 'remove-content', ...words });
  await settle();
  await report(pair.reader, { type: 'chatRoom', id: pair.chatRoomId }, 'hate');
  const [messages = []] = await shownAbout(pair.sender);
  expect(messages.map(({ text, state }) => [text, state?.kind])).toEqual([[null, 'removed']]);
});

test('a file that is gone from an older report is no dead link', async () => {
  const pair = await two();
  const { messageId: id } = await sendFile(pair, 'image');
  await report(pair.reader, { type: 'message', id }, 'hate');
  await world.database.read
    .updateTable('media.object')
    .set({ erase_at: new Date(0) })
    .execute();
  await settle();
  const [[message] = []] = await shownAbout(pair.sender);
  expect([message?.mediaUrl, message?.state]).toEqual([null, { kind: 'gone' }]);
});

const races = sizeOf({ small: 12, full: 300 });

test(
  `${races} times a report and the last look at an image at once: its bytes are in the case each time`,
  { timeout: 60_000 + races * 1_000 },
  async () => {
    for (let left = races; left > 0; left--) {
      const { sender, reader, chatRoomId } = await two();
      const messageId = await sendOnce({ sender, reader, chatRoomId });
      const { url } = await as(reader).call('mintOneTimeImageUrlV2v2', { messageId });
      const [seen] = await Promise.all([
        fetchAs(reader, url),
        report(reader, { type: 'message', id: messageId }, 'sexual'),
      ]);
      await settle();
      const [messages = []] = await shownAbout(sender);
      const shown = messages.find(({ isReported }) => isReported);
      expect(await fetchAs(mod, shown?.mediaUrl)).toEqual(seen);
    }
  },
);
