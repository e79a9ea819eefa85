import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UPLOAD_FOLDERS } from '@yonder/contract';
import { expect, test } from 'vitest';
import { DomainError } from '../platform/errors.ts';
import { createAddresses } from './addresses.ts';
import type { ClaimDraft } from './claims.ts';
import { picture } from './testing/hostile-files.ts';
import { contextOf, person, startMedia } from './testing/start-media.ts';
import { recording } from './testing/voices.ts';

const m = await startMedia();
const image = await picture('jpeg', { side: 400 });
const voice = await recording({ container: 'webm', seconds: 3 });
const addresses = createAddresses(m.keys);
const ann = person();
const bob = person();

const reasonOf = async (response: Response) => (await response.json()).error?.details.reason;
const usageOf = async (owner: string, { database } = m) => {
  const row = await database.read
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
async function mint(userId: string, messageIds: string[]) {
  const handler = m.media.callables.mintMediaUrls;
  if (!('query' in handler)) throw new Error('not a query');
  return (await handler.query(contextOf(userId, { now: m.clock.now() }), { messageIds })).media;
}

test.each(UPLOAD_FOLDERS)(
  '%s takes nothing from who is signed out, not onboarded, suspended or another site',
  async (folder) => {
    const newcomer = person();
    const suspended = person();
    m.standings.set(newcomer, 'newcomer').set(suspended, 'suspended');
    const outcome = async (headers: Record<string, string>) => {
      const response = await m.post(folder, image, headers);
      return [response.status, await reasonOf(response)];
    };
    expect(await outcome({})).toEqual([401, 'not-authenticated']);
    expect(await outcome({ authorization: 'Bearer expired' })).toEqual([401, 'not-authenticated']);
    expect(await outcome({ authorization: `Bearer ${newcomer}` })).toEqual([400, 'onboarding-required']);
    expect(await outcome({ authorization: `Bearer ${suspended}` })).toEqual([403, 'suspended']);
    const foreign = { authorization: `Bearer ${ann}`, origin: 'https://elsewhere.example' };
    expect(await outcome(foreign)).toEqual([403, 'foreign-origin']);
  },
);

test('a body beyond its folder’s size is cut off, told or not told how long it is', async () => {
  const headers = { authorization: `Bearer ${person()}` };
  expect((await m.post('images', Buffer.alloc(10_000_001), headers)).status).toBe(413);
  expect((await m.post('voice', Buffer.alloc(4_000_001), headers)).status).toBe(413);
  let sent = 0;
  const long = new ReadableStream({
    async pull(controller) {
      // A client that does not let go of the loop would never hear the answer.
      await setImmediate();
      if (++sent > 100) controller.close();
      else controller.enqueue(Buffer.alloc(1_000_000));
    },
  });
  const init = { method: 'POST', headers, body: long, duplex: 'half' as const };
  const outcome = await fetch(`${m.url}/api/v1/media/voice`, init).then(
    ({ status }) => status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(outcome);
  expect(sent).toBeLessThan(100);
});

test('an unknown folder is no address, and an empty body no file', async () => {
  const headers = { authorization: `Bearer ${person()}` };
  expect((await m.post('secrets', image, headers)).status).toBe(405);
  expect(await reasonOf(await m.post('images', Buffer.alloc(0), headers))).toBe('unreadable-file');
});

test('a photo answers its address, everything else its path alone', async () => {
  const owner = person();
  const { path, url } = await m.upload(owner, 'photos', image);
  expect(url).toBe(`/media/${path}`);
  expect((await fetch(m.url + url)).status).toBe(200);
  expect(await m.upload(owner, 'images', image)).toEqual({
    path: expect.stringMatching(/^images\/[0-9a-f-]{36}\.webp$/),
  });
  expect(await m.upload(owner, 'voice', voice)).toEqual({
    path: expect.stringMatching(/^voice\/[0-9a-f-]{36}\.webm$/),
  });
});

test('of uploads at once only as many get in as fit, and what goes makes room', async () => {
  const q = await startMedia({ quotaMb: 1 });
  const owner = person();
  const noise = await picture('png', { side: 500 });
  await q.upload(owner, 'one-time', noise);
  const each = await usageOf(owner, q);
  const fitting = Math.floor(1_000_000 / each);
  const answers: Response[] = [];
  for (let round = 0; round < fitting + 1; round++) {
    const send = () => q.post('one-time', noise, { authorization: `Bearer ${owner}` });
    answers.push(...(await Promise.all([send(), send(), send()])));
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(fitting - 1);
  const refused = answers.find(({ status }) => status !== 200)!;
  expect([refused.status, (await refused.json()).error]).toEqual([
    402,
    expect.objectContaining({ status: 'RESOURCE_EXHAUSTED', details: { reason: 'quota-exceeded' } }),
  ]);
  expect(await usageOf(owner, q)).toBe(each * fitting);
  await q.clock.advance(86_400_000);
  await q.deadlines.runDue();
  await expect.poll(() => usageOf(owner, q)).toBe(0);
  expect((await q.post('one-time', noise, { authorization: `Bearer ${owner}` })).status).toBe(200);
});

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

test('addresses are minted for who may read a message: both, and nobody else', async () => {
  const { messageId } = await m.send(ann, bob, { ...(await m.upload(ann, 'images', image)), type: 'image' });
  const spoken = await m.send(ann, bob, { ...(await m.upload(ann, 'voice', voice)), type: 'voice' });
  expect(await mint(person(), [messageId, spoken.messageId])).toEqual([]);
  for (const userId of [ann, bob]) {
    const [shown, heard] = await mint(userId, [messageId, spoken.messageId, `${randomUUID()}.1`]);
    expect(shown).toMatchObject({ messageId, expiresAt: m.clock.now() + 600_000 });
    expect(heard).toMatchObject({ messageId: spoken.messageId, thumbUrl: null });
    for (const url of [shown!.url, shown!.thumbUrl!, heard!.url]) {
      expect(url.length).toBeLessThanOrEqual(500);
      expect((await m.fetchAs(userId, url)).status).toBe(200);
    }
  }
});

test('an address is good for one person and 600,000 ms, and for nothing that was changed about it', async () => {
  const { messageId } = await m.send(ann, bob, { ...(await m.upload(ann, 'images', image)), type: 'image' });
  const [found] = await mint(bob, [messageId]);
  const url = found!.url;
  const outcome = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(m.url + address, { headers });
    return response.ok ? response.status : [response.status, await reasonOf(response)];
  };
  const forbidden = [403, 'media-forbidden'];
  expect(await outcome(url)).toEqual(forbidden);
  expect(await outcome(url, { cookie: bob })).toBe(200);
  expect(await outcome(url, { authorization: `Bearer ${bob}` })).toBe(200);
  expect(await outcome(url, { cookie: ann })).toEqual(forbidden);
  expect(await outcome(url, { authorization: `Bearer ${ann}` })).toEqual(forbidden);
  expect(await outcome(url, { authorization: 'Bearer expired' })).toEqual([401, 'not-authenticated']);
  const [kid, body, signature] = url.replace('/api/v1/media/', '').split('.') as [string, string, string];
  const [path, ...rest] = JSON.parse(Buffer.from(body, 'base64url').toString()) as string[];
  const other = Buffer.from(JSON.stringify([path?.replace('images', 'photos'), ...rest])).toString('base64url');
  const another = (char: string): string => String.fromCharCode(char.charCodeAt(0) + 1);
  const forged = [
    `${kid}.${other}.${signature}`,
    `${kid}.${body}.${signature.slice(1)}${signature.slice(0, 1)}`,
    // Another spelling of the same bytes.
    `${kid}.${body}.${signature.slice(0, -1)}${another(signature.slice(-1))}`,
    `${kid}.${body}.${signature}=`,
  ];
  for (const token of [...forged, `${kid}.${body}.`, `${kid}.${body}`, 'x', `${randomUUID()}.${body}.${signature}`]) {
    expect(await outcome(`/api/v1/media/${token}`, { cookie: bob })).toEqual(forbidden);
  }
  await m.clock.advance(599_999);
  expect(await outcome(url, { cookie: bob })).toBe(200);
  await m.clock.advance(1);
  expect(await outcome(url, { cookie: bob })).toEqual(forbidden);
});

test('what is gone is 404 at an address that is still good, and left out of the next', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const { messageId } = await m.send(ann, bob, { path, type: 'image' });
  const [found] = await mint(bob, [messageId]);
  await m.database.transaction((tx) => m.media.discard(tx, path));
  await m.deadlines.runDue();
  const response = await m.fetchAs(bob, found!.url);
  expect([response.status, await reasonOf(response)]).toEqual([404, 'media-not-found']);
  expect(await mint(bob, [messageId])).toEqual([]);
});

test('a voice is read in ranges', async () => {
  const { path } = await m.upload(ann, 'voice', voice);
  const url = addresses.sign({ path, part: 'whole', userId: bob, expiresAt: m.clock.now() + 1_000 });
  const whole = await m.fetchAs(bob, url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const size = bytes.length;
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/webm',
    'content-length': String(size),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const ask = async (range: string, method = 'GET') => {
    const response = await m.fetchAs(bob, url, { method, headers: { range } });
    return [response.status, response.headers.get('content-range'), Buffer.from(await response.arrayBuffer())];
  };
  expect(await ask('bytes=0-')).toEqual([206, `bytes 0-${size - 1}/${size}`, bytes]);
  expect(await ask('bytes=5-9')).toEqual([206, `bytes 5-9/${size}`, bytes.subarray(5, 10)]);
  expect(await ask('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, bytes.subarray(-7)]);
  expect(await ask(`bytes=${size - 1}-${size + 99}`)).toEqual([
    206,
    `bytes ${size - 1}-${size - 1}/${size}`,
    bytes.subarray(-1),
  ]);
  expect((await ask(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  expect((await ask('bytes=-0'))[0]).toBe(416);
  for (const whatever of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=-', 'x']) {
    expect(await ask(whatever)).toEqual([200, null, bytes]);
  }
  const head = await m.fetchAs(bob, url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    String(size),
    0,
  ]);
});

test('while the store is away an upload is refused, and nothing of it is kept', async () => {
  const broken = await startMedia({
    objects: { ...m.objects, put: async () => Promise.reject(new Error('connection refused')) },
  });
  const response = await broken.post('images', image, { authorization: `Bearer ${ann}` });
  expect([response.status, await reasonOf(response)]).toEqual([503, 'store-unreachable']);
  await broken.media.erased();
  expect(await broken.database.read.selectFrom('media.object').select('path').execute()).toEqual([]);
  expect(await broken.database.read.selectFrom('media.usage').select('bytes').execute()).toEqual([]);
});

test('one half that cannot be stored takes the other with it', async () => {
  let puts = 0;
  const half = await startMedia({
    objects: {
      ...m.objects,
      async put(path, bytes) {
        puts += 1;
        if (puts === 2) throw new Error('no space left');
        await m.objects.put(path, bytes);
      },
    },
  });
  const before = await readdir(join(m.root, 'images'));
  expect((await half.post('images', image, { authorization: `Bearer ${ann}` })).status).toBe(503);
  await half.media.erased();
  expect(await readdir(join(m.root, 'images'))).toEqual(before);
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

test('of one person three files arrive at once, a fourth has to wait', async () => {
  const headers = { authorization: `Bearer ${person()}` };
  const { promise: answered, resolve } = Promise.withResolvers<number | undefined>();
  const arriving = Array.from({ length: 4 }, () => {
    const sent = request(`${m.url}/api/v1/media/images`, { method: 'POST', headers, agent: false });
    sent.on('error', () => {}).once('response', ({ statusCode }) => resolve(statusCode));
    sent.write(Buffer.alloc(9));
    return sent;
  });
  expect(await answered).toBe(429);
  for (const sent of arriving) sent.destroy();
  await expect.poll(async () => (await m.post('images', image, headers)).status).toBe(200);
});

test('who goes away while it is still looked at who they are takes nobody’s place', async () => {
  const asked: string[] = [];
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const slow = await startMedia({
    limits: {
      async take(key) {
        asked.push(key);
        await gone;
      },
    },
  });
  const headers = { authorization: `Bearer ${person()}` };
  for (let n = 1; n <= 3; n++) {
    const sent = request(`${slow.url}/api/v1/media/images`, { method: 'POST', headers, agent: false });
    sent.on('error', () => {}).write(Buffer.alloc(9));
    await expect.poll(() => asked.length).toBe(n);
    sent.destroy();
  }
  await expect.poll(() => slow.connections()).toBe(0);
  go();
  expect((await slow.post('images', image, headers)).status).toBe(200);
});

test('an address of evidence is good for whoever may look at reports, and no longer than that', async () => {
  const { path } = await m.upload(ann, 'photos', image);
  const judge = person();
  const address = m.media.evidenceAddress(path, { userId: judge, expiresAt: m.clock.now() + 600_000 });
  m.moderators.add(judge);
  expect((await m.fetchAs(judge, address)).status).toBe(200);
  m.moderators.delete(judge);
  expect((await m.fetchAs(judge, address)).status).toBe(403);
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
