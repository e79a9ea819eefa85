import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { sizeOf } from '../testing/size.ts';
import { expireAll } from './one-time-rows.ts';
import { picture } from './testing/hostile-files.ts';
import { contextOf, person, startMedia } from './testing/start-media.ts';

const m = await startMedia();
const image = await picture('jpeg');
const WEEK_MS = 604_800_000;
const DAY_MS = 86_400_000;

type Names = keyof Omit<typeof m.media.callables, 'mintMediaUrls'>;

/** Runs a command as the dispatcher does: in its own transaction. */
async function call(name: Names, ctx: CallContext, messageId: string) {
  const handler = m.media.callables[name];
  if (!('command' in handler)) throw new Error('not a command');
  const command = handler.command as (ctx: CallContext, tx: Tx, input: { messageId: string }) => Promise<unknown>;
  return m.database.transaction((tx) => command(ctx, tx, { messageId }));
}

const as = (userId: string, tab?: string) => contextOf(userId, { now: m.clock.now(), ...(tab && { tab }) });
const open = (userId: string, messageId: string, tab?: string) =>
  call('mintOneTimeImageUrlV2v2', as(userId, tab), messageId) as Promise<{ url: string; expiresAt: number }>;
const consume = (userId: string, messageId: string) => call('consumeOneTimeImageV2v2', as(userId), messageId);
const withdraw = (userId: string, messageId: string) => call('discardOneTimeImageV2v2', as(userId), messageId);
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'well',
    (error: { reason: string }) => error.reason,
  );

async function sealed() {
  const [sender, reader] = [person(), person()];
  const { path } = await m.upload(sender, 'one-time', image);
  const { messageId, key } = await m.send(sender, reader, { path, type: 'one_time_image' });
  return { sender, reader, path, messageId, key };
}
const stateOf = (messageId: string) => m.messages.get(messageId)?.attachment?.state;

/** Returns encrypted evidence in the store. */
async function sealedFiles(): Promise<string[]> {
  await m.deadlines.runDue();
  await m.evidence.settled();
  await m.media.erased();
  return readdir(join(m.root, 'sealed')).catch(() => []);
}

/** Expects bytes and rows to be gone. An opened image is sealed elsewhere by then. */
async function expectGone(path: string): Promise<void> {
  await m.deadlines.runDue();
  await m.evidence.settled();
  await expect.poll(() => m.isKept(path)).toBe(false);
  await m.media.erased();
  for (const table of ['media.object', 'media.one_time'] as const) {
    const rows = await m.database.read.selectFrom(table).where('path', '=', path).select('path').execute();
    expect([table, rows]).toEqual([table, []]);
  }
}

test('opened, it is served whole and once, and then gone for both', async () => {
  const { reader, messageId, path } = await sealed();
  const { url, expiresAt } = await open(reader, messageId);
  expect(expiresAt).toBe(m.clock.now() + 60_000);
  expect(stateOf(messageId)).toBe('opened');
  const response = await m.fetchAs(reader, url, { headers: { range: 'bytes=0-9' } });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(response.headers.get('accept-ranges')).toBeNull();
  expect((await response.bytes()).length).toBeGreaterThan(100);
  expect((await m.fetchAs(reader, url)).status).toBe(404);
  await expectGone(path);
  expect(await reasonOf(open(reader, messageId))).toBe('one-time-over');
});

test('what was seen is sealed at once, unreadable, and gone everywhere 86,400,000 ms later', async () => {
  const before = await sealedFiles();
  const { reader, messageId, path } = await sealed();
  const { url } = await open(reader, messageId);
  const seen = Buffer.from(await (await m.fetchAs(reader, url)).bytes());
  const [file = '', ...others] = (await sealedFiles()).filter((name) => !before.includes(name));
  expect(others).toEqual([]);
  expect(await m.isKept(path)).toBe(false);
  const stored = await readFile(join(m.root, 'sealed', file));
  expect([stored.length, stored.includes(seen.subarray(0, 16))]).toEqual([seen.length + 28, false]);
  await m.clock.advance(DAY_MS - 1);
  expect(await sealedFiles()).toContain(file);
  await m.clock.advance(1);
  expect(await sealedFiles()).toEqual([]);
  const objects = m.database.read.selectFrom('media.object').where('folder', '=', 'sealed').select('path');
  expect(await objects.execute()).toEqual([]);
  expect(await m.database.read.selectFrom('evidence.sealed').select('file').execute()).toEqual([]);
});

test('HEAD does not open anything', async () => {
  const { reader, messageId } = await sealed();
  const { url } = await open(reader, messageId);
  expect((await m.fetchAs(reader, url, { method: 'HEAD' })).status).toBe(405);
  expect((await m.fetchAs(reader, url)).status).toBe(200);
});

test('the tab that opened it may ask again until a byte was served, another tab may not', async () => {
  const { reader, messageId } = await sealed();
  const first = await open(reader, messageId, 'one-tab-of-it');
  await m.clock.advance(10_000);
  expect(await open(reader, messageId, 'one-tab-of-it')).toEqual(first);
  expect(await reasonOf(open(reader, messageId, 'another-tab'))).toBe('one-time-over');
  await m.fetchAs(reader, first.url);
  expect(await reasonOf(open(reader, messageId, 'one-tab-of-it'))).toBe('one-time-over');
});

test('once all are expired, one that is sealed is opened by nobody, and one that is open is served to nobody', async () => {
  const [closed, opened] = [await sealed(), await sealed()];
  const { url } = await open(opened.reader, opened.messageId, 'one-tab-of-it');
  expect(await m.database.transaction(expireAll)).toBe(2);
  expect((await m.fetchAs(opened.reader, url)).status).toBe(404);
  expect(await reasonOf(open(opened.reader, opened.messageId, 'one-tab-of-it'))).toBe('one-time-over');
  expect(await reasonOf(open(closed.reader, closed.messageId))).toBe('one-time-over');
  await expectGone(closed.path);
  await expectGone(opened.path);
  expect([stateOf(closed.messageId), stateOf(opened.messageId)]).toEqual(['expired', 'opened']);
});

test('sender and stranger open nothing, and nobody takes it by address', async () => {
  const { sender, reader, messageId } = await sealed();
  expect(await reasonOf(open(sender, messageId))).toBe('media-forbidden');
  expect(await reasonOf(open(person(), messageId))).toBe('message-not-found');
  expect(await reasonOf(consume(person(), messageId))).toBe('message-not-found');
  expect(await reasonOf(withdraw(reader, messageId))).toBe('not-your-message');
  expect(await reasonOf(consume(reader, messageId))).toBe('one-time-sealed');
  expect(stateOf(messageId)).toBe('sealed');
  const { url } = await open(reader, messageId);
  expect((await m.fetchAs(sender, url)).status).toBe(403);
  expect((await fetch(m.url + url)).status).toBe(403);
  expect((await m.fetchAs(reader, url)).status).toBe(200);
});

test('a message that carries something else has nothing to open', async () => {
  const [sender, reader] = [person(), person()];
  const { path } = await m.upload(sender, 'images', image);
  const { messageId } = await m.send(sender, reader, { path, type: 'image' });
  expect(await reasonOf(open(reader, messageId))).toBe('no-download-address');
});

test('consumed, its bytes go at once, and again is no error', async () => {
  const { reader, messageId, path } = await sealed();
  await open(reader, messageId);
  expect(await consume(reader, messageId)).toBeNull();
  await expectGone(path);
  expect(await consume(reader, messageId)).toBeNull();
});

test('opened and never looked at, it is gone after 60,000 ms', async () => {
  const { reader, messageId, path } = await sealed();
  const { url } = await open(reader, messageId);
  await m.clock.advance(59_999);
  await m.deadlines.runDue();
  expect(await m.isKept(path)).toBe(true);
  await m.clock.advance(1);
  expect((await m.fetchAs(reader, url)).status).toBe(403);
  await expectGone(path);
});

test('withdrawn by its sender it is gone, but not once it was opened', async () => {
  const one = await sealed();
  expect(await withdraw(one.sender, one.messageId)).toBeNull();
  expect(stateOf(one.messageId)).toBe('withdrawn');
  await expectGone(one.path);
  expect(await reasonOf(open(one.reader, one.messageId))).toBe('one-time-over');
  const other = await sealed();
  await open(other.reader, other.messageId);
  expect(await reasonOf(withdraw(other.sender, other.messageId))).toBe('one-time-over');
});

test('unopened for a week it expires, and its message says so', async () => {
  const { reader, messageId, path } = await sealed();
  await m.clock.advance(WEEK_MS - 1);
  await m.deadlines.runDue();
  expect(stateOf(messageId)).toBe('sealed');
  await m.clock.advance(1);
  expect(await reasonOf(open(reader, messageId))).toBe('one-time-over');
  await expectGone(path);
  expect(stateOf(messageId)).toBe('expired');
});

test('a download that breaks off has used it up', async () => {
  const { reader, messageId, path } = await sealed();
  const { url } = await open(reader, messageId);
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = request(m.url + url, { headers: { cookie: reader } }, (response) => {
    response.destroy();
    resolve();
  }).end();
  asked.on('error', resolve);
  await promise;
  await expectGone(path);
});

test('while the store is away nothing is used up', async () => {
  const { reader, messageId, path } = await sealed();
  const { url } = await open(reader, messageId);
  const folder = join(m.root, 'one-time');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'no folder');
  const response = await m.fetchAs(reader, url);
  expect([response.status, (await response.json()).error.details.reason]).toEqual([503, 'store-unreachable']);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  expect((await m.fetchAs(reader, url)).status).toBe(200);
  await expectGone(path);
});

/** Delays the store's answers until they are released. */
function holdReads() {
  const go = Promise.withResolvers<void>();
  const { get } = m.objects;
  const gets = vi.spyOn(m.objects, 'get').mockImplementation(async (...asked) => {
    await go.promise;
    return get(...asked);
  });
  return { gets, letGo: go.resolve, fail: go.reject };
}

async function askTimes(times: number) {
  const { reader, messageId } = await sealed();
  const { url } = await open(reader, messageId);
  return { reader, url, asked: Array.from({ length: times }, () => m.fetchAs(reader, url)) };
}

const statusesOf = async (asked: Promise<Response>[]) =>
  (await Promise.all(asked)).map(({ status }) => status).toSorted((one, other) => one - other);

test('of 300 who ask at once one reads it, and is served', async () => {
  const { gets, letGo } = holdReads();
  const { asked } = await askTimes(300);
  await expect.poll(m.connections).toBeGreaterThanOrEqual(300);
  letGo();
  expect(await statusesOf(asked)).toEqual([200, ...Array.from({ length: 299 }, () => 404)]);
  await m.evidence.settled();
  // One read to serve it, one to seal it.
  expect(gets).toHaveBeenCalledTimes(2);
  gets.mockRestore();
});

test('of several who ask while the store is away none is told that it is gone', async () => {
  const { gets, fail } = holdReads();
  const { reader, url, asked } = await askTimes(3);
  await expect.poll(() => gets.mock.calls.length).toBeGreaterThan(0);
  fail(new Error('the store is away'));
  expect(await statusesOf(asked)).toEqual([503, 503, 503]);
  gets.mockRestore();
  expect((await m.fetchAs(reader, url)).status).toBe(200);
});

const images = sizeOf({ small: 20, full: 10_000 });
const RACERS = 20;

test(
  `${images} images with ${RACERS} racers each are opened once and served once, and what is left is sealed until 24 h later`,
  { timeout: 60_000 + 200 * images },
  async () => {
    const before = await sealedFiles();
    const served: number[] = [];
    const winners: number[] = [];
    for (let nth = 1; nth <= images; nth++) {
      const { reader, messageId } = await sealed();
      const tabs = Array.from({ length: RACERS }, (_, i) => `racing-tab-${i}`);
      const opened = await Promise.allSettled(tabs.map((tab) => open(reader, messageId, tab)));
      const urls = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.url] : []));
      winners.push(urls.length);
      const answers = await Promise.all(Array.from({ length: RACERS }, () => m.fetchAs(reader, urls[0]!)));
      const whole = await Promise.all(answers.map(async (answer) => ({ ok: answer.ok, bytes: await answer.bytes() })));
      served.push(whole.filter(({ ok }) => ok).length);
    }
    expect(new Set(winners)).toEqual(new Set([1]));
    expect(new Set(served)).toEqual(new Set([1]));
    await m.clock.advance(60_000);
    const left = (await sealedFiles()).filter((name) => !before.includes(name));
    expect(left).toHaveLength(images);
    const opened = m.database.read.selectFrom('media.one_time').where('opened_until', 'is not', null).select('path');
    expect(await opened.execute()).toEqual([]);
    const kept = await m.database.read
      .selectFrom('media.object')
      .where('folder', '=', 'one-time')
      .select('path')
      .execute();
    const files = (await readdir(join(m.root, 'one-time'))).map((name) => `one-time/${name}`);
    expect(files.toSorted()).toEqual(kept.map(({ path }) => path).toSorted());
    await m.clock.advance(DAY_MS);
    expect(await sealedFiles()).toEqual([]);
  },
);
