import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXED } from '@yonder/contract';
import { expect, onTestFinished, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { createManualClock, TEST_START } from '../testing/manual-clock.ts';
import type { ClaimDraft } from './claims.ts';
import { openObjectStore } from './object-store.ts';
import { picture } from './testing/hostile-files.ts';
import { person, startMedia } from './testing/start-media.ts';
import { recording } from './testing/voices.ts';

const m = await startMedia();
const image = await picture('jpeg', { side: 400 });
const voice = await recording({ container: 'webm', seconds: 3 });
const SEALED = { folder: 'sealed', extension: 'webp' } as const;
const ann = person();
const bob = person();

const usageOf = async (owner: string) => {
  const row = await m.database.read
    .selectFrom('media.usage')
    .where('owner', '=', owner)
    .select('bytes')
    .executeTakeFirst();
  return row?.bytes ?? 0;
};
const claim = async (draft: Partial<ClaimDraft> & Pick<ClaimDraft, 'path'>) => {
  const whole = { owner: ann, type: 'image' as const, key: randomUUID(), ...draft };
  const [claimed] = await m.database.transaction((tx) => m.media.claim(tx, [whole]));
  return claimed instanceof DomainError ? claimed.reason : claimed;
};

test('what nobody took is gone after 86,400,000 ms, what a message took stays until it is discarded', async () => {
  const owner = person();
  const left = await m.upload(owner, 'images', image);
  const taken = await m.upload(owner, 'images', image);
  await m.send(owner, bob, { path: taken.path, type: 'image' });
  await m.clock.advance(86_400_000);
  await m.deadlines.runDue();
  await expect.poll(() => m.isKept(left.path)).toBe(false);
  expect(await claim({ path: left.path, owner })).toBe('media-not-found');
  expect(await m.isKept(taken.path)).toBe(true);
  await m.database.transaction((tx) => m.media.discard(tx, taken.path));
  await m.deadlines.runDue();
  await expect.poll(() => usageOf(owner)).toBe(0);
  expect(await m.isKept(taken.path)).toBe(false);
});

test('a discard of a transaction that fails discards nothing', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const failing = m.database.transaction(async (tx) => {
    await m.media.discard(tx, path);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await m.deadlines.runDue();
  expect(await m.isKept(path)).toBe(true);
});

test('a message takes its file once, and again by the same key', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const key = randomUUID();
  const first = await claim({ path, key });
  expect(first).toMatchObject({ path, attachment: { kind: 'image', width: 400, height: 400 } });
  expect(await claim({ path, key })).toEqual(first);
});

test('what is somebody else’s, missing, taken, of another kind or a second one is the same error', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const second = await m.upload(ann, 'images', image);
  const key = randomUUID();
  await claim({ path, key });
  expect(await claim({ path: second.path, owner: bob })).toBe('media-not-found');
  expect(await claim({ path: `images/${randomUUID()}.webp` })).toBe('media-not-found');
  expect(await claim({ path })).toBe('media-not-found');
  expect(await claim({ path: second.path, type: 'voice' })).toBe('media-not-found');
  expect(await claim({ path: second.path, type: 'one_time_image' })).toBe('media-not-found');
  expect(await claim({ path: second.path, key })).toBe('media-not-found');
  expect(await claim({ path: second.path })).toMatchObject({ path: second.path });
});

test('of 20 messages that want one file at once one gets it', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim({ path })));
  expect(outcomes.filter((one) => typeof one !== 'string')).toHaveLength(1);
});

test('a batch of drafts is answered in order, each for itself', async () => {
  const [one, other] = [await m.upload(ann, 'voice', voice), await m.upload(ann, 'one-time', image)];
  const draft = { owner: ann, type: 'voice' as const, key: randomUUID(), path: one.path, waveform: [0, 50, 100] };
  const drafts: ClaimDraft[] = [
    { ...draft, key: randomUUID(), path: `voice/${randomUUID()}.webm` },
    draft,
    { owner: ann, type: 'one_time_image', key: randomUUID(), path: other.path },
    draft,
  ];
  const claimed = await m.database.transaction((tx) => m.media.claim(tx, drafts));
  const voiced = { path: one.path, thumbPath: null, attachment: { kind: 'voice', seconds: 3, waveform: [0, 50, 100] } };
  expect(claimed.map((outcome) => (outcome instanceof DomainError ? outcome.reason : outcome))).toEqual([
    'media-not-found',
    voiced,
    { path: other.path, thumbPath: null, attachment: { kind: 'one_time_image', state: 'sealed' } },
    voiced,
  ]);
});

test('a profile takes a photo of its own with its thumb, as often as it likes', async () => {
  const { path } = await m.upload(ann, 'photos', image);
  const take = (owner: string) => m.database.transaction((tx) => m.media.claimPhoto(tx, { path, owner }));
  await expect(take(bob)).rejects.toMatchObject({ reason: 'media-not-found' });
  const photo = await take(ann);
  expect(photo.thumbPath).toMatch(/^photos\//);
  expect(await take(ann)).toEqual(photo);
  const second = await m.upload(ann, 'photos', image);
  await m.database.transaction((tx) => m.media.claimPhoto(tx, { path: second.path, owner: ann }));
  await m.database.transaction((tx) => m.media.discard(tx, path));
  await m.deadlines.runDue();
  await expect.poll(() => m.isKept(photo.thumbPath)).toBe(false);
  expect((await fetch(`${m.url}/media/${path}`)).status).toBe(404);
});

test('what a killed server has half written is deleted at a start 600 s later, or within the hour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yonder-drafts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const drafts = join(folder, '.drafts');
  await mkdir(drafts);
  for (const age of [FIXED.uploadTimeoutMs + 1, FIXED.uploadTimeoutMs]) {
    const draft = join(drafts, `${age}`);
    await writeFile(draft, 'half');
    await utimes(draft, 0, new Date(TEST_START - age));
  }
  const store = openObjectStore({ url: `file:${folder}`, s3: null, clock: createManualClock() });
  const { clock: time } = await startMedia({ objects: store });
  await expect.poll(() => readdir(drafts)).toEqual([`${FIXED.uploadTimeoutMs}`]);
  await time.advance(3_600_000);
  await expect.poll(() => readdir(drafts)).toEqual([]);
});

test('what the store would not delete is tried again a minute later', async () => {
  let mode: 'away' | 'back' = 'away';
  const flaky = await startMedia({
    objects: {
      ...m.objects,
      delete: (path) => (mode === 'away' ? Promise.reject(new Error('connection refused')) : m.objects.delete(path)),
    },
  });
  const { path } = await flaky.upload(ann, 'images', image);
  await flaky.database.transaction((tx) => flaky.media.discard(tx, path));
  await flaky.deadlines.runDue();
  await flaky.media.erased();
  expect(await m.isKept(path)).toBe(true);
  mode = 'back';
  await flaky.clock.advance(65_000);
  await expect.poll(() => m.isKept(path)).toBe(false);
});

test('what was withheld is remembered no longer than its file is there', async () => {
  const { path } = await m.upload(ann, 'photos', image);
  const [{ thumb_path: thumb } = { thumb_path: null }] = await m.database.read
    .selectFrom('media.object')
    .where('path', '=', path)
    .select('thumb_path')
    .execute();
  await m.database.transaction((tx) => m.media.withhold(tx, [path, thumb ?? '']));
  await m.database.transaction((tx) => m.media.releasePhoto(tx, path));
  await m.media.erased();
  expect(await m.isKept(path)).toBe(false);
  expect(await m.database.read.selectFrom('media.withheld').selectAll().execute()).toEqual([]);
});

test('what reports hold counts against nobody: of 3 sealed files of 2 people, 0 bytes are left, and counted once', async () => {
  const owners = [person(), person()] as const;
  const held = await m.database.transaction(async (tx) => {
    const files = [owners[0], owners[0], owners[1]].map((owner) => ({ owner, path: m.objects.newPath(SEALED) }));
    for (const { owner, path } of files) {
      const object = { path, owner, folder: 'sealed', meta: '{}', bytes: 100 };
      const times = { created_at: tx.now, held_at: tx.now };
      await tx.db
        .insertInto('media.object')
        .values({ ...object, ...times, file_key: Buffer.from('key') })
        .execute();
    }
    const usage = owners.map((owner, i) => ({ owner, bytes: [205, 100][i]! }));
    await tx.db.insertInto('media.usage').values(usage).execute();
    return files.map(({ path }) => path);
  });
  const expire = () => m.database.transaction((tx) => m.media.evidenceRows.expire(tx, held));
  await expire();
  expect(await Promise.all(owners.map(usageOf))).toEqual([5, 0]);
  await expire();
  expect(await Promise.all(owners.map(usageOf))).toEqual([5, 0]);
});

test('a photo that its owner removes and a report holds counts against nobody, as one that nobody reported', async () => {
  const holding = await startMedia({ held: async (_tx, { paths }) => new Set(paths) });
  const owner = person();
  const { path } = await holding.upload(owner, 'photos', image);
  const usage = holding.database.read.selectFrom('media.usage').where('owner', '=', owner).select('bytes');
  expect((await usage.executeTakeFirst())?.bytes).toBeGreaterThan(0);
  for (let i = 0; i < 2; i++) await holding.database.transaction((tx) => holding.media.releasePhoto(tx, path));
  expect((await usage.executeTakeFirst())?.bytes).toBe(0);
});
