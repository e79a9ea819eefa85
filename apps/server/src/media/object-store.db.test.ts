import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FIXED } from '@yonder/contract';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { portOf } from '../identity/testing.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { openObjectStore, type ObjectStore } from './object-store.ts';
import { signatureV4, startS3Server } from './testing/s3-server.ts';

const clock = createManualClock();
const folder = await mkdtemp(join(tmpdir(), 'yonder-objects-'));
const root = join(folder, 'objects');
await writeFile(join(folder, 'server.key'), 'a secret');
const bucket = await startS3Server();
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});
const disk = openObjectStore({ url: `file:${root}`, s3: null, clock });
const s3 = openObjectStore({ ...bucket, clock });
/** Another S3-compatible server to test against: its bucket must exist. */
const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET: name = 'pictures' } = process.env;
const others: [string, ObjectStore][] = endpoint
  ? [['another S3', openObjectStore({ url: `s3://${name}`, s3: { ...bucket.s3, endpoint }, clock })]]
  : [];

describe.each([['disk', disk] as [string, ObjectStore], ['S3', s3] as [string, ObjectStore], ...others])(
  '%s',
  (_name, objects) => {
    const bytes = randomBytes(100_000);
    const put = async (content: Uint8Array = bytes): Promise<string> => {
      const path = objects.newPath({ folder: 'voice', extension: 'webm' });
      await objects.put(path, content);
      return path;
    };

    test('what is put is got again, until it is deleted, and deleting twice is no error', async () => {
      const path = await put();
      expect(path).toMatch(/^voice\/[0-9a-f-]{36}\.webm$/);
      const found = await objects.get(path);
      expect([found?.size, await buffer(found!.body)]).toEqual([100_000, bytes]);
      await objects.delete(path);
      expect(await objects.get(path)).toBeNull();
      await expect(objects.delete(path)).resolves.toBeUndefined();
    });

    test('of 5 objects of a folder, put among others, exactly those 5 are listed', async () => {
      const paths = Array.from({ length: 5 }, () => objects.newPath({ folder: 'ledger', extension: 'bin' }));
      for (const path of [...paths, objects.newPath({ folder: 'erasures', extension: 'bin' })]) {
        await objects.put(path, bytes.subarray(0, 10));
      }
      expect((await Array.fromAsync(objects.list('ledger'))).toSorted()).toEqual(paths.toSorted());
      for (const path of paths) await objects.delete(path);
      expect(await Array.fromAsync(objects.list('ledger'))).toEqual([]);
    });

    test.each([
      [0, 0],
      [10, 19],
      [99_990, 99_999],
      [0, 99_999],
    ])('bytes %i to %i are those, of an object of 100,000', async (from, to) => {
      const found = await objects.get(await put(), { from, to });
      expect([found?.size, await buffer(found!.body)]).toEqual([100_000, bytes.subarray(from, to + 1)]);
    });

    test('putting again replaces, and an empty object is one', async () => {
      const path = await put();
      await objects.put(path, Buffer.from('shorter'));
      expect(await buffer((await objects.get(path))!.body)).toEqual(Buffer.from('shorter'));
      const empty = await objects.get(await put(new Uint8Array()));
      expect([empty?.size, await buffer(empty!.body)]).toEqual([0, Buffer.alloc(0)]);
    });

    test('a blob that stands for a file is put as the file is', async () => {
      const file = join(folder, 'blob');
      await writeFile(file, bytes);
      const path = objects.newPath({ folder: 'copies', extension: 'zip' });
      await objects.put(path, await openAsBlob(file));
      const found = await objects.get(path);
      expect([found?.size, await buffer(found!.body)]).toEqual([100_000, bytes]);
    });

    test('a reader who goes away leaves nothing open', async () => {
      const found = await objects.get(await put(randomBytes(2_000_000)));
      const { promise, resolve } = Promise.withResolvers<void>();
      found!.body.once('close', resolve).destroy();
      await promise;
    });

    test.each(['', '/', '.', 'photos', '../server.key', 'photos/../../server.key', 'voice/x.webm'])(
      '%j is neither read nor written nor deleted',
      async (path) => {
        expect(await objects.get(path)).toBeNull();
        await expect(objects.put(path, bytes)).rejects.toThrow('not a path of the object store');
        await expect(objects.delete(path)).rejects.toThrow('not a path of the object store');
      },
    );
  },
);

test('no draft stays behind, and nobody else on the machine can look', async () => {
  const path = disk.newPath({ folder: 'photos', extension: 'webp' });
  await disk.put(path, randomBytes(10));
  expect(await readdir(join(root, 'photos'))).toEqual([path.replace('photos/', '')]);
  expect(await readdir(join(root, '.drafts'))).toEqual([]);
  for (const made of ['photos', '.drafts']) expect((await stat(join(root, made))).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toContain('server.key');
});

test('a disk that is full keeps nothing of what did not fit', async () => {
  const probe = await open(join(folder, 'server.key'));
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const sync = vi.spyOn(Object.getPrototypeOf(probe), 'sync').mockRejectedValueOnce(full);
  await probe.close();
  const path = disk.newPath({ folder: 'images', extension: 'webp' });
  await expect(disk.put(path, randomBytes(10))).rejects.toBe(full);
  sync.mockRestore();
  expect([await readdir(join(root, 'images')), await readdir(join(root, '.drafts'))]).toEqual([[], []]);
});

test('what is half put stands apart, and is swept up once nothing has come to it since', async () => {
  const blob = new Blob();
  const bytes = new TransformStream<Uint8Array>();
  vi.spyOn(blob, 'stream').mockReturnValue(bytes.readable);
  const path = disk.newPath({ folder: 'one-time', extension: 'webp' });
  const put = disk.put(path, blob);
  const killed = expect(put).rejects.toThrow();
  const drafts = join(root, '.drafts');
  await expect.poll(() => readdir(drafts)).toHaveLength(1);
  const [draft = ''] = await readdir(drafts);
  expect([await disk.get(path), await disk.get(`.drafts/${draft}`)]).toEqual([null, null]);
  const { mtime } = await stat(join(drafts, draft));
  await disk.sweep(mtime);
  expect(await readdir(drafts)).toEqual([draft]);
  await disk.sweep(new Date(mtime.getTime() + 1));
  expect(await readdir(drafts)).toEqual([]);
  await bytes.writable.abort();
  await killed;
  expect(await readdir(join(root, 'one-time'))).toEqual([]);
});

test('an S3 object is for 0 caches, a photo as little as a voice: who may see it is asked of the server', async () => {
  const photo = s3.newPath({ folder: 'photos', extension: 'webp' });
  const voice = s3.newPath({ folder: 'voice', extension: 'm4a' });
  await s3.put(photo, randomBytes(10));
  await s3.put(voice, randomBytes(10));
  expect(bucket.objects.get(`media/${photo}`)?.headers).toEqual({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
  });
  expect(bucket.objects.get(`media/${voice}`)?.headers).toEqual({
    'content-type': 'audio/mp4',
    'cache-control': 'private, no-store',
  });
});

test('a store that refuses, is full or is away is an error, and no missing object', async () => {
  const path = s3.newPath({ folder: 'voice', extension: 'webm' });
  const stranger = openObjectStore({ ...bucket, s3: { ...bucket.s3, secret: 'another' }, clock });
  await expect(stranger.put(path, randomBytes(10))).rejects.toThrow('the object store answered 403');
  await expect(stranger.get(path)).rejects.toThrow('the object store answered 403');
  await expect(stranger.delete(path)).rejects.toThrow('the object store answered 403');
  bucket.seen.mode = 'full';
  await expect(s3.put(path, randomBytes(10))).rejects.toThrow('the object store answered 507');
  bucket.seen.mode = 'unlisted';
  await expect(s3.get(path)).rejects.toThrow('the object store answered 403');
  bucket.seen.mode = 'well';
  expect(await s3.get(path)).toBeNull();
  const away = openObjectStore({ ...bucket, s3: { ...bucket.s3, endpoint: 'http://127.0.0.1:1' }, clock });
  await expect(away.get(path)).rejects.toThrow();
});

test('a store that sends one elsewhere is not followed', async () => {
  const path = s3.newPath({ folder: 'voice', extension: 'webm' });
  bucket.seen.mode = 'elsewhere';
  const before = bucket.seen.requests;
  await expect(s3.get(path)).rejects.toThrow('the object store answered 307');
  await expect(s3.put(path, randomBytes(10))).rejects.toThrow('the object store answered 307');
  bucket.seen.mode = 'well';
  expect(bucket.seen.requests - before).toBe(2);
});

describe('a store that takes its time', () => {
  const path = s3.newPath({ folder: 'copies', extension: 'zip' });
  async function openSlow() {
    const asked = Promise.withResolvers<ServerResponse>();
    const server = createServer((request, response) => void request.resume().on('end', () => asked.resolve(response)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const time = createManualClock();
    const there = { ...bucket.s3, endpoint: `http://127.0.0.1:${portOf(server)}` };
    const objects = openObjectStore({ url: 's3://slow', s3: there, clock: time });
    return { time, objects, asked: asked.promise };
  }

  test('gives an object for as long as it is not silent for 120 s', async () => {
    const { time, objects, asked } = await openSlow();
    const got = objects.get(path);
    const response = await asked;
    await time.advance(119_999);
    response.writeHead(200, { 'content-length': 30 }).write('0'.repeat(10));
    const { body } = (await got)!;
    const pieces: Uint8Array[] = [];
    const closed = once(response, 'close');
    const read = pipeline(body, async (all) => {
      for await (const piece of all) pieces.push(piece);
    });
    const cutOff = expect(read).rejects.toThrow('the object store took too long');
    await expect.poll(() => [pieces.length, time.armed()]).toEqual([1, 1]);
    await time.advance(119_999);
    response.write('1'.repeat(10));
    await expect.poll(() => [pieces.length, time.armed()]).toEqual([2, 1]);
    await time.advance(119_999);
    expect([body.destroyed, String(Buffer.concat(pieces))]).toEqual([false, '00000000001111111111']);
    await time.advance(1);
    await Promise.all([cutOff, closed]);
    expect(time.armed()).toBe(0);
  });

  test.each(['unread', 'while it is waited for'])('is hung up on when its object is let go %s', async (when) => {
    const { time, objects, asked } = await openSlow();
    const got = objects.get(path);
    const response = await asked;
    response.writeHead(200, { 'content-length': 30 }).write('0'.repeat(10));
    const { body } = (await got)!;
    const closed = once(response, 'close');
    if (when !== 'unread') {
      body.resume();
      await expect.poll(() => [body.readableDidRead, time.armed()]).toEqual([true, 1]);
    }
    body.destroy();
    await closed;
    expect(time.armed()).toBe(0);
  });

  test('is waited for 120 s until it begins, however slowly what it gives is read', async () => {
    const { time, objects, asked } = await openSlow();
    const got = objects.get(path);
    (await asked).end('all');
    const { body } = (await got)!;
    await time.advance(3_600_000);
    expect(await buffer(body)).toEqual(Buffer.from('all'));

    const mute = await openSlow();
    const nothing = mute.objects.get(path);
    await mute.asked;
    await Promise.all([
      expect(nothing).rejects.toThrow('the object store took too long'),
      mute.time.advance(FIXED.storageTimeoutMs),
    ]);
  });

  test('has 600 s for what is put', async () => {
    const { time, objects, asked } = await openSlow();
    const put = objects.put(path, randomBytes(10));
    const response = await asked;
    await time.advance(FIXED.uploadTimeoutMs - 1);
    response.end();
    await put;

    const mute = await openSlow();
    const late = mute.objects.put(path, randomBytes(10));
    await mute.asked;
    await Promise.all([
      expect(late).rejects.toThrow('the object store took too long'),
      mute.time.advance(FIXED.uploadTimeoutMs),
    ]);
  });
});

test('the server of these tests signs as Amazon’s example does', () => {
  const canonical = [
    'GET',
    '/test.txt',
    '',
    'host:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\nx-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nx-amz-date:20130524T000000Z\n',
    'host;range;x-amz-content-sha256;x-amz-date',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ].join('\n');
  expect(signatureV4({ date: '20130524', time: '20130524T000000Z', region: 'us-east-1', canonical })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});
