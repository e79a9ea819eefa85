import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { bombs, hostileImages, hostileVoices, MARKER, picture, type HostileFile } from './testing/hostile-files.ts';
import { contextOf, person, startMedia } from './testing/start-media.ts';
import { recording } from './testing/voices.ts';

/** Drawing 256 megapixels takes seconds. The full-size run measures nothing else in parallel. */
const REFUSED_WITHIN_MS = sizeOf({ small: 1_000, full: 50 });
/** Must be read before it can be rejected. */
const LARGE = { bytes: 1_000_000, readWithinMs: 1_000 };

const m = await startMedia();
const ann = person();
const asAnn = { authorization: `Bearer ${ann}` };

async function stored(path: string): Promise<Buffer> {
  const found = await m.objects.get(path);
  if (!found) throw new Error(`nothing at ${path}`);
  return buffer(found.body);
}

async function allStored(): Promise<Buffer[]> {
  const rows = await m.database.read.selectFrom('media.object').select(['path', 'thumb_path']).execute();
  return Promise.all(rows.flatMap(({ path, thumb_path }) => [path, ...(thumb_path ? [thumb_path] : [])]).map(stored));
}

test('of 500 hostile pictures none is stored as sent, and no marker is left', { timeout: 60_000 }, async () => {
  const files = await hostileImages();
  expect(files.length).toBeGreaterThanOrEqual(500);
  const outcomes: number[] = [];
  for (const { name, bytes } of files) {
    const { status } = await m.post('images', bytes, { ...asAnn, 'content-type': 'image/png' });
    expect([200, 400], name).toContain(status);
    outcomes.push(status);
  }
  const taken = outcomes.filter((status) => status === 200).length;
  expect(taken).toBeGreaterThan(100);
  const kept = await allStored();
  expect(kept).toHaveLength(taken * 2);
  for (const bytes of kept) {
    expect(files.some((file) => file.bytes.equals(bytes))).toBe(false);
    expect(bytes.includes(MARKER)).toBe(false);
    const { format, exif, xmp, icc, iptc } = await sharp(bytes).metadata();
    expect({ format, exif, xmp, icc, iptc }).toEqual({ format: 'webp' });
  }
  console.log(`${files.length} hostile pictures: ${taken} drawn anew, ${files.length - taken} refused`);
});

test('bombs are refused before a pixel is drawn', async () => {
  await m.post('images', await picture('png'), asAnn);
  const times: string[] = [];
  for (const { name, bytes } of bombs()) {
    const took: number[] = [];
    for (let tried = 0; tried < 3; tried++) {
      const began = performance.now();
      const response = await m.post('images', bytes, asAnn);
      took.push(performance.now() - began);
      expect([name, response.status]).toEqual([name, 400]);
    }
    const ms = Math.min(...took);
    times.push(`${name}: ${bytes.length} bytes, ${ms.toFixed(1)} ms`);
    expect(ms, name).toBeLessThan(bytes.length < LARGE.bytes ? REFUSED_WITHIN_MS : LARGE.readWithinMs);
  }
  console.log(times.join('\n'));
});

test('a flood of large pictures leaves the event loop to others', { timeout: 60_000 }, async () => {
  const large = await picture('png', { side: 1_500 });
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const beat = setInterval(() => {
    // Counts this thread's own work: a busy machine must not fail the test.
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 5);
  const people = Array.from({ length: 8 }, person);
  await Promise.all(people.map((owner) => m.upload(owner, 'images', large)));
  clearInterval(beat);
  console.log(`the longest pause beside 8 large pictures: ${longestMs.toFixed(0)} ms of work`);
  expect(longestMs).toBeLessThan(100);
});

test('a moving picture goes on moving, and its thumb stands still', async () => {
  const frames = await Promise.all([1, 2, 3].map((seed) => picture('png', { seed })));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  const { path } = await m.upload(ann, 'images', gif);
  expect(await sharp(await stored(path)).metadata()).toMatchObject({ format: 'webp', pages: 3, width: 48 });
  const { messageId, attachment } = await m.send(ann, person(), { path, type: 'image' });
  expect(attachment).toMatchObject({ kind: 'image', width: 48, height: 48 });
  expect(m.messages.get(messageId)?.path).toBe(path);
  const row = await m.database.read
    .selectFrom('media.object')
    .where('path', '=', path)
    .select('thumb_path')
    .executeTakeFirst();
  expect((await sharp(await stored(row!.thumb_path!)).metadata()).pages).toBeUndefined();
});

test('a picture on its side is turned up, made smaller and has a placeholder that fits', async () => {
  const noise = Buffer.from(Array.from({ length: 3_000 * 1_000 * 4 }, (_, i) => (i * 2_654_435_761) >>> 24));
  const sideways = await sharp(noise, { raw: { width: 3_000, height: 1_000, channels: 4 } })
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { path } = await m.upload(ann, 'images', sideways);
  const { attachment } = await m.send(ann, person(), { path, type: 'image' });
  expect(attachment).toMatchObject({ width: 720, height: 2_160 });
  const placeholder = attachment.kind === 'image' ? attachment.placeholder : '';
  expect(placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(placeholder.length).toBeLessThanOrEqual(1_000);
  const drawn = await sharp(Buffer.from(placeholder.split(',')[1]!, 'base64')).metadata();
  expect([drawn.width, drawn.height]).toEqual([10, 16]);
});

const voices: readonly [name: string, voice: Parameters<typeof recording>[0], extension: string][] = [
  ['WebM of 24.3 s', { container: 'webm', seconds: 24.3, title: MARKER }, 'webm'],
  ['m4a of 24.3 s with a cover', { container: 'mp4', seconds: 24.3, title: MARKER, cover: Buffer.from(MARKER) }, 'm4a'],
  ['m4a in fragments', { container: 'mp4', seconds: 24.3, layout: 'fragments', title: MARKER }, 'm4a'],
];

test.each(voices)('%s is measured, and its words are taken off', async (_name, draft, extension) => {
  const file = await recording(draft);
  expect(file.includes(MARKER)).toBe(true);
  const { path } = await m.upload(ann, 'voice', file);
  expect(path).toMatch(new RegExp(`^voice/.*\\.${extension}$`));
  const kept = await stored(path);
  expect(kept.includes(MARKER)).toBe(false);
  expect(kept.equals(file)).toBe(false);
  const { attachment } = await m.send(ann, person(), { path, type: 'voice' });
  expect(attachment).toEqual({ kind: 'voice', seconds: 24, waveform: [0] });
});

test('two minutes and the grace of two seconds are a voice message', async () => {
  for (const container of ['webm', 'mp4'] as const) {
    const { path } = await m.upload(ann, 'voice', await recording({ container, seconds: 121.9 }));
    const { attachment } = await m.send(ann, person(), { path, type: 'voice' });
    expect(attachment).toMatchObject({ seconds: 122 });
  }
});

test('what is no voice, has a picture with it or is too long is refused', async () => {
  const refused = await hostileVoices();
  const outcome = async ({ name, bytes }: HostileFile) => {
    const response = await m.post('voice', bytes, { ...asAnn, 'content-type': 'audio/webm' });
    return [name, response.status, (await response.json()).error?.details.reason];
  };
  for (const file of refused) {
    const reason = file.name.includes('123 s') ? 'voice-too-long' : 'unreadable-file';
    expect(await outcome(file)).toEqual([file.name, 400, reason]);
  }
});

test('a voice is no picture and a picture no voice, whatever they are called', async () => {
  const voice = await recording({ container: 'webm', seconds: 1 });
  expect((await m.post('images', voice, { ...asAnn, 'content-type': 'image/webp' })).status).toBe(400);
  expect((await m.post('one-time', voice, asAnn)).status).toBe(400);
});

test('of a one-time image there is no thumb, no placeholder and no size to be seen', async () => {
  const bob = person();
  const { path, url } = await m.upload(ann, 'one-time', await picture('jpeg'));
  expect(url).toBeUndefined();
  const { messageId, attachment } = await m.send(ann, bob, { path, type: 'one_time_image' });
  expect(attachment).toEqual({ kind: 'one_time_image', state: 'sealed' });
  const row = await m.database.read
    .selectFrom('media.object')
    .where('path', '=', path)
    .select(['thumb_path', 'meta'])
    .executeTakeFirst();
  expect(row).toEqual({ thumb_path: null, meta: {} });
  const mint = m.media.callables.mintMediaUrls;
  if (!('query' in mint)) throw new Error('not a query');
  expect(await mint.query(contextOf(bob, { now: m.clock.now() }), { messageIds: [messageId] })).toEqual({ media: [] });
});
