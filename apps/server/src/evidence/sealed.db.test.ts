import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test, vi } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { openObjectStore } from '../media/index.ts';
import { freshDatabase } from '../testing/database.ts';
import type { Person } from '../testing/person.ts';
import { openEvidence, type EvidenceHarness, type Two } from './testing/harness.ts';

vi.setConfig({ testTimeout: 60_000 });
const harness = await openEvidence();
const { world, as, mod, two, report, fetchAs, sealed, sendFile, settle, shownAbout, whereabouts } = harness;
const { database } = world;
const WORDS = 'I know where you live.';

/** Seals a deleted text, a deleted picture, and a one-time image that was seen. */
async function sealThree({ sendDeleted, sendSeen, ...other }: EvidenceHarness, pair: Two) {
  const text = await sendDeleted(pair, WORDS);
  const picture = await other.sendFile(pair, 'image');
  await other.as(pair.sender).call('deleteMessage', { messageId: picture.messageId });
  const seen = await sendSeen(pair);
  await other.settle();
  return { text, picture, seen };
}

/** Every file below a folder that contains one of these. */
function filesWith(folder: string, needles: readonly (Buffer | string)[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((file) => needles.some((needle) => readFileSync(file).includes(needle)));
}

test('of 3 sealed messages no table and no file of the store has a byte, and after EVIDENCE_HOURS nothing is left', async () => {
  const before = await sealed();
  const { picture, seen } = await sealThree(harness, await two());
  expect(await sealed()).toEqual({ rows: before.rows + 3, files: before.files + 2 });
  for (const what of [WORDS, picture.bytes, seen.bytes]) expect(await whereabouts(what)).toEqual([]);
  const { rows } = await world.database.read
    .selectFrom('media.object')
    .select((all) => all.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  expect(rows).toBe(before.files + 2);
  await harness.expire();
  expect(await sealed()).toEqual({ rows: 0, files: 0 });
  const left = await database.read.selectFrom('media.object').select('path').execute();
  expect([left, readdirSync(join(world.files, 'sealed'))]).toEqual([[], []]);
  const usage = await database.read.selectFrom('media.usage').where('bytes', '>', 0).select('owner').execute();
  expect(usage).toEqual([]);
});

test('a report after EVIDENCE_HOURS says what happened, and shows 0 bytes', async () => {
  const pair = await two();
  const at = world.clock.now();
  const { text, seen } = await sealThree(harness, pair);
  await harness.expire();
  await report(pair.reader, { type: 'message', id: text }, 'threat');
  await report(pair.reader, { type: 'message', id: seen.messageId }, 'sexual');
  for (const messages of await shownAbout(pair.sender)) {
    expect(messages.map(({ text: words, mediaUrl, state }) => [words, mediaUrl, state])).toEqual([
      [null, null, { kind: 'deleted', at }],
      [null, null, { kind: 'deleted', at: expect.any(Number) }],
      [null, null, { kind: 'seen' }],
    ]);
  }
});

test('no list, address or copy of either of the two shows a sealed byte', async () => {
  const pair = await two();
  const { chatRoomId } = pair;
  const { text, picture, seen } = await sealThree(harness, pair);
  const messageIds = [text, picture.messageId, seen.messageId];
  for (const who of [pair.sender, pair.reader]) {
    const answers = [
      await as(who).call('listMessages', { chatRoomId, limit: 50 }),
      await as(who).call('listChatRooms'),
      await as(who).call('roomAfter', { chatRoomId, seq: 0 }),
      await as(who).call('mintMediaUrls', { messageIds }),
    ];
    expect(JSON.stringify(answers)).not.toContain(WORDS);
    expect(answers[3]).toEqual({ media: [] });
    expect(await copyOf(who)).toEqual({ words: false, pictures: 0 });
  }
  const files = database.read.selectFrom('media.object').where('folder', '<>', 'copies').select('path');
  for (const { path } of await files.execute()) {
    for (const part of ['evidence', 'whole'] as const) {
      // Acts as a holder of the signing key: the path alone shows nothing.
      const address = part === 'evidence' ? evidenceAddress(path) : `/media/${path}`;
      expect([path, await fetchAs(mod, address)]).toEqual([path, 404]);
    }
  }
});

function evidenceAddress(path: string): string {
  const expiresAt = world.clock.now() + 60_000;
  return world.app.modules.files.media.evidenceAddress(path, { userId: mod.userId, expiresAt });
}

async function copyOf(who: Person) {
  await as(who).call('requestExport');
  await world.advance(1_000);
  await world.app.modules.privacy.settled();
  const { url } = await as(who).call('getExport');
  const zip = await fetchAs(who, url);
  if (typeof zip === 'number') throw new Error(`the copy answers ${zip}`);
  const files = Object.entries(unzipSync(Uint8Array.from(zip)));
  return {
    words: files.some(([, bytes]) => strFromU8(bytes).includes(WORDS)),
    pictures: files.filter(([name]) => name.startsWith('media/')).length,
  };
}

test('a backup has neither a sealed row, nor its bytes, nor the key that opens it, and is restored without them', async () => {
  const { picture, seen } = await sealThree(harness, await two());
  const folder = mkdtempSync(join(tmpdir(), 'yonder-sealed-'));
  const restored = mkdtempSync(join(tmpdir(), 'yonder-restored-'));
  afterAll(() => [folder, restored].forEach((one) => rmSync(one, { recursive: true, force: true })));
  const { clock, databaseUrl: url, objects } = world;
  const made = await backUp({ url, objects, folder, now: new Date(clock.now()) });
  const [key] = await database.read
    .selectFrom('platform.server_key')
    .where('purpose', '=', 'evidence')
    .select(['kid', 'secret'])
    .execute();
  const rows = await database.read.selectFrom('evidence.sealed').selectAll().execute();
  const secrets = rows.flatMap(({ wrapped_key, content }) => [wrapped_key, content]).map((one) => one.toString('hex'));
  const needles = [WORDS, picture.bytes, seen.bytes, key!.kid, key!.secret.toString('hex'), ...secrets];
  expect(filesWith(folder, needles)).toEqual([]);
  expect(made.objects.count).toBe(0);
  expect(made.tables.map(({ name }) => name)).not.toContain('evidence.sealed');
  const target = await freshDatabase();
  const store = openObjectStore({ url: `file:${restored}`, s3: null, clock });
  await restore({ url: target.url, objects: store, folder });
  expect(await target.database.read.selectFrom('evidence.sealed').select('seq').execute()).toEqual([]);
});

test('what an erased sender sent keeps its time; what an erased recipient was sent is gone at once', async () => {
  await harness.expire();
  const [one, other] = [await two(), await two()];
  await sealThree(harness, one);
  await sealThree(harness, other);
  const { evidence, media } = world.app.modules.files;
  const erase = async ({ userId }: Person) => {
    for (const data of [evidence.personalData, media.personalData])
      await database.transaction((tx) => data.erase(tx, userId));
    await settle();
  };
  await erase(one.sender);
  expect(await sealed()).toEqual({ rows: 6, files: 4 });
  await erase(other.reader);
  expect(await sealed()).toEqual({ rows: 3, files: 2 });
  await harness.expire();
  expect(await sealed()).toEqual({ rows: 0, files: 0 });
});

test('evidence that was opened goes with the report that shows it', async () => {
  const pair = await two();
  const { seen } = await sealThree(harness, pair);
  const usage = database.read.selectFrom('media.usage').where('owner', '=', pair.sender.userId).select('bytes');
  const { bytes: before } = await usage.executeTakeFirstOrThrow();
  await report(pair.reader, { type: 'message', id: seen.messageId }, 'sexual');
  // The sender's quota reveals no report, neither now nor when its time is over.
  expect(await usage.executeTakeFirst()).toEqual({ bytes: before });
  await harness.expire();
  expect((await usage.executeTakeFirst())?.bytes ?? 0).toBe(0);
  const [messages = []] = await shownAbout(pair.sender);
  const address = messages.find(({ isReported }) => isReported)?.mediaUrl;
  expect(await fetchAs(mod, address)).toEqual(seen.bytes);
  const { caseId } = await harness.caseOf(mod, pair.sender);
  await as(mod).call('decideCase', { caseId, action: 'dismiss' });
  const long = new Date(world.clock.now() - 91 * 86_400_000);
  await database.read.updateTable('moderation.case').set({ closed_at: long }).where('id', '=', caseId).execute();
  await database.transaction((tx) => tx.deadline({ kind: 'moderation.let-go', key: caseId, due: tx.now }));
  await world.advance(2_000);
  await settle();
  expect(await fetchAs(mod, address)).toBe(404);
  expect(await sealed()).toEqual({ rows: 0, files: 0 });
});

test('while the store is away nothing is lost, and it is sealed within 5 s of its return', async () => {
  const pair = await two();
  const { messageId: id, bytes } = await harness.sendFile(pair, 'image');
  // Puts a file where the folder of sealed bytes was.
  const folder = join(world.files, 'sealed');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'no folder');
  await as(pair.sender).call('deleteMessage', { messageId: id });
  await settle();
  expect((await whereabouts(bytes)).length).toBe(1);
  rmSync(folder);
  await world.advance(6_000);
  await settle();
  expect(await whereabouts(bytes)).toEqual([]);
  await report(pair.reader, { type: 'message', id }, 'hate');
  const [[message] = []] = await shownAbout(pair.sender);
  expect(await fetchAs(mod, message?.mediaUrl)).toEqual(bytes);
});

test('with EVIDENCE_HOURS=0 nothing is kept of what was seen or deleted', async () => {
  const off = await openEvidence({ EVIDENCE_HOURS: '0' });
  const pair = await off.two();
  const { text, picture, seen } = await sealThree(off, pair);
  expect(await off.sealed()).toEqual({ rows: 0, files: 0 });
  for (const what of [WORDS, picture.bytes, seen.bytes]) expect(await off.whereabouts(what)).toEqual([]);
  await off.report(pair.reader, { type: 'message', id: text }, 'threat');
  const [[message] = []] = await off.shownAbout(pair.sender);
  expect([message?.text, message?.state?.kind]).toEqual([null, 'deleted']);
});

test('what counts against the quota of a sender is the same whether a picture was reported, before it was deleted or after', async () => {
  await harness.expire();
  const usageOf = async ({ sender }: Two): Promise<number> => {
    const theirs = database.read.selectFrom('media.usage').where('owner', '=', sender.userId).select('bytes');
    return (await theirs.executeTakeFirst())?.bytes ?? 0;
  };
  const counted: Record<string, boolean[]> = {};
  for (const reported of ['never', 'before', 'at once', 'sealed'] as const) {
    const pair = await two();
    const { messageId: id } = await sendFile(pair, 'image');
    const all = await usageOf(pair);
    const reportIf = async (when: typeof reported): Promise<void> => {
      if (reported === when) await report(pair.reader, { type: 'message', id }, 'hate');
    };
    await reportIf('before');
    await as(pair.sender).call('deleteMessage', { messageId: id });
    await reportIf('at once');
    await settle();
    await reportIf('sealed');
    const sealedAlone = (await usageOf(pair)) < all;
    await harness.expire();
    counted[reported] = [sealedAlone, (await usageOf(pair)) === 0];
  }
  const same = [true, true];
  expect(counted).toEqual({ never: same, before: same, 'at once': same, sealed: same });
});

test('10 files that cannot be sealed hold up none behind them', async () => {
  await harness.expire();
  const pair = await two();
  const folder = join(world.files, 'sealed');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, 'no folder');
  for (let i = 0; i < 11; i++) {
    const { messageId } = await sendFile(pair, 'image');
    await as(pair.sender).call('deleteMessage', { messageId });
  }
  await settle();
  const waiting = database.read.selectFrom('evidence.sealed').where('is_file_sealed', '=', false).orderBy('seq');
  const last = (await waiting.select('seq').execute()).at(-1)!;
  const broken = { wrapped_key: Buffer.from('no key'), expires_at: new Date(world.clock.now() + 60_000) };
  await database.read.updateTable('evidence.sealed').set(broken).where('seq', '<', last.seq).execute();
  rmSync(folder);
  await world.advance(6_000);
  await settle();
  expect((await waiting.select('seq').execute()).map(({ seq }) => seq)).not.toContain(last.seq);
  expect(await sealed()).toEqual({ rows: 11, files: 1 });
});
