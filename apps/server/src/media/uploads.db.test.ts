import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UPLOAD_FOLDERS } from '@yonder/contract';
import { expect, test } from 'vitest';
import { picture } from './testing/hostile-files.ts';
import { person, startMedia } from './testing/start-media.ts';
import { recording } from './testing/voices.ts';

const m = await startMedia();
const image = await picture('jpeg', { side: 400 });
const voice = await recording({ container: 'webm', seconds: 3 });
const ann = person();

const reasonOf = async (response: Response) => (await response.json()).error?.details.reason;
const usageOf = async (owner: string, { database } = m) => {
  const row = await database.read
    .selectFrom('media.usage')
    .where('owner', '=', owner)
    .select('bytes')
    .executeTakeFirst();
  return row?.bytes ?? 0;
};

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

/** Of an upload whose second half cannot be stored: how many files it leaves. */
async function leftOfHalf(objects: Partial<typeof m.objects> = {}): Promise<number> {
  let puts = 0;
  const half = await startMedia({
    objects: {
      ...m.objects,
      async put(path, bytes) {
        puts += 1;
        if (puts === 2) throw new Error('no space left');
        await m.objects.put(path, bytes);
      },
      ...objects,
    },
  });
  const before = await readdir(join(m.root, 'images'));
  expect((await half.post('images', image, { authorization: `Bearer ${ann}` })).status).toBe(503);
  await half.media.erased();
  return (await readdir(join(m.root, 'images'))).length - before.length;
}

test('one half that cannot be stored takes the other with it', async () => {
  expect(await leftOfHalf()).toBe(0);
});

test('control: where nothing is taken back the other half stays, and it is noticed', async () => {
  expect(await leftOfHalf({ delete: async () => {} })).toBe(1);
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

test('14 people who send 40 files slowly keep nobody out: whoever has most gives one up', async () => {
  const people = Array.from({ length: 14 }, person);
  const cut: (number | undefined)[] = [];
  const arriving = Array.from({ length: 40 }, (_, i) => {
    const headers = { authorization: `Bearer ${people[i % 14]}` };
    const sent = request(`${m.url}/api/v1/media/images`, { method: 'POST', headers, agent: false });
    sent.on('error', () => {}).once('response', ({ statusCode }) => cut.push(statusCode));
    sent.write(Buffer.alloc(9));
    return sent;
  });
  await expect.poll(() => m.connections()).toBeGreaterThanOrEqual(40);
  expect((await m.post('images', image, { authorization: `Bearer ${person()}` })).status).toBe(200);
  await expect.poll(() => cut).toEqual([503]);
  for (const sent of arriving) sent.destroy();
});

test('who goes away while it is still looked at who they are takes nobody’s place', async () => {
  const asked: string[] = [];
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const slow = await startMedia({
    limits: {
      async take(key) {
        asked.push(key.join(' '));
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
