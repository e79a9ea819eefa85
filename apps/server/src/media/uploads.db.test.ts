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
      // A client that never yields to the event loop would not receive the answer.
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

/** Fails the second half of an upload; returns how many files it leaves. */
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

/** A store that finishes a put on demand. */
function slowStore() {
  const puts: string[] = [];
  const { promise: told, resolve: answer } = Promise.withResolvers<void>();
  const objects: typeof m.objects = {
    ...m.objects,
    async put(path, bytes) {
      puts.push(path);
      await told;
      await m.objects.put(path, bytes);
    },
  };
  return { objects, puts, answer };
}
const again = (owner: string) => ({ authorization: `Bearer ${owner}`, 'idempotency-key': 'one-picture-of-mine' });
const rowsOf = (owner: string, { database } = m) =>
  database.read
    .selectFrom('media.object')
    .where('owner', '=', owner)
    .where('erase_at', 'is', null)
    .select('path')
    .execute();

test('six requests for one upload, while the store takes its time, store it once and answer one path', async () => {
  const { objects, puts, answer } = slowStore();
  const slow = await startMedia({ objects });
  const owner = person();
  const first = slow.post('one-time', image, again(owner));
  await expect.poll(() => puts.length).toBe(1);
  // One user may send three bodies at once: the rest start when those before have finished.
  const repeated = [slow.post('one-time', image, again(owner)), slow.post('one-time', image, again(owner))];
  answer();
  for (const response of await Promise.all([first, ...repeated])) expect(response.status).toBe(200);
  for (let n = 0; n < 3; n++) repeated.push(slow.post('one-time', image, again(owner)));
  const paths = await Promise.all([first, ...repeated].map(async (response) => (await response).clone().json()));
  expect(new Set(paths.map(({ path }) => path)).size).toBe(1);
  expect(puts).toHaveLength(1);
  expect(await rowsOf(owner, slow)).toEqual([{ path: puts[0] }]);
});

test('who has gone away while the store took its time finds the upload stored', async () => {
  const { objects, puts, answer } = slowStore();
  const slow = await startMedia({ objects });
  const owner = person();
  const over = new AbortController();
  const url = `${slow.url}/api/v1/media/one-time`;
  const init = { method: 'POST', headers: again(owner), body: Buffer.from(image), signal: over.signal };
  const gone = expect(fetch(url, init)).rejects.toThrow();
  await expect.poll(() => puts.length).toBe(1);
  over.abort();
  await gone;
  answer();
  const response = await slow.post('one-time', image, again(owner));
  expect([response.status, await response.json()]).toEqual([200, { path: puts[0] }]);
  expect(puts).toHaveLength(1);
});

test('one request id of two people is two uploads, and so is another of the same person', async () => {
  const [one, other] = [person(), person()];
  const paths = [
    await m.post('one-time', image, again(one)),
    await m.post('one-time', image, again(other)),
    await m.post('one-time', image, { ...again(one), 'idempotency-key': 'another-picture' }),
    await m.post('one-time', image, { authorization: `Bearer ${one}` }),
  ].map(async (response) => (await response.json()).path);
  expect(new Set(await Promise.all(paths)).size).toBe(4);
});

test('what failed and what was erased is stored anew by the same request', async () => {
  let isAway = true;
  const objects: typeof m.objects = {
    ...m.objects,
    put: async (path, bytes) => (isAway ? Promise.reject(new Error('refused')) : m.objects.put(path, bytes)),
  };
  const store = await startMedia({ objects });
  const owner = person();
  expect((await store.post('one-time', image, again(owner))).status).toBe(503);
  isAway = false;
  const { path } = await (await store.post('one-time', image, again(owner))).json();
  await store.clock.advance(86_400_000);
  await store.deadlines.runDue();
  await store.media.erased();
  const { path: next } = await (await store.post('one-time', image, again(owner))).json();
  expect(next).not.toBe(path);
  expect(await rowsOf(owner, store)).toEqual([{ path: next }]);
});

test('while another node puts it into the store it is asked for again; what a dead node has left is stored anew', async () => {
  const { objects, puts, answer } = slowStore();
  const first = await startMedia({ objects });
  const second = await startMedia({ objects: m.objects, beside: first });
  const at = new Date(first.clock.now());
  const node = { node_id: first.nodeId, started_at: at, seen_at: at };
  await first.database.read.insertInto('platform.node').values(node).execute();
  const owner = person();
  const slow = first.post('one-time', image, again(owner));
  await expect.poll(() => puts.length).toBe(1);
  const busy = await second.post('one-time', image, again(owner));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  await first.database.read.deleteFrom('platform.node').execute();
  const { path } = await (await second.post('one-time', image, again(owner))).json();
  // That node was alive after all: what it puts belongs to no user.
  answer();
  expect((await slow).status).toBe(503);
  expect(await rowsOf(owner, first)).toEqual([{ path }]);
  await expect.poll(() => first.isKept(puts[0]!)).toBe(false);
  expect(await first.isKept(path)).toBe(true);
});

test('an id of another form is refused', async () => {
  const response = await m.post('one-time', image, { ...again(person()), 'idempotency-key': 'no id' });
  expect([response.status, await reasonOf(response)]).toEqual([400, 'bad-request-id']);
});

test('an id that was used for another folder is refused, also while that upload goes on', async () => {
  const headers = again(person());
  const [first, meanwhile] = await Promise.all([m.post('one-time', image, headers), m.post('images', image, headers)]);
  expect([first.status, meanwhile.status, await reasonOf(meanwhile)]).toEqual([200, 400, 'bad-request-id']);
  const later = await m.post('photos', image, headers);
  expect([later.status, await reasonOf(later)]).toEqual([400, 'bad-request-id']);
});
