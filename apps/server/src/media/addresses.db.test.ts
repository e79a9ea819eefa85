import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createAddresses } from './addresses.ts';
import { picture } from './testing/hostile-files.ts';
import { contextOf, person, startMedia } from './testing/start-media.ts';
import { recording } from './testing/voices.ts';

const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });
const m = await startMedia({ log });
const image = await picture('jpeg', { side: 400 });
const voice = await recording({ container: 'webm', seconds: 3 });
const addresses = createAddresses(m.keys);
const ann = person();
const bob = person();

const reasonOf = async (response: Response) => (await response.json()).error?.details.reason;
async function mint(userId: string, messageIds: string[]) {
  const handler = m.media.callables.mintMediaUrls;
  if (!('query' in handler)) throw new Error('not a query');
  return (await handler.query(contextOf(userId, { now: m.clock.now() }), { messageIds })).media;
}

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
    // Another encoding of the same bytes.
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
    'content-disposition': 'inline; filename="voice.webm"',
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

test('an address of evidence is good for whoever may look at reports, and no longer than that', async () => {
  const { path } = await m.upload(ann, 'photos', image);
  const judge = person();
  const address = m.media.evidenceAddress(path, { userId: judge, expiresAt: m.clock.now() + 600_000 });
  m.moderators.add(judge);
  expect((await m.fetchAs(judge, address)).status).toBe(200);
  m.moderators.delete(judge);
  expect((await m.fetchAs(judge, address)).status).toBe(403);
});

test('a file that is refused is logged with who asked and why; of callers unknown a line a second', async () => {
  const { path } = await m.upload(ann, 'images', image);
  const url = addresses.sign({ path, part: 'whole', userId: ann, expiresAt: m.clock.now() + 600_000 });
  const forge = () => m.fetchAs(bob, `${url}x`);
  await m.clock.advance(1_000);
  await forge();
  lines.length = 0;
  await m.fetchAs(ann, url);
  await m.fetchAs(bob, url);
  await fetch(m.url + url);
  for (let time = 0; time < 4; time++) await forge();
  await m.clock.advance(1_000);
  await forge();
  m.standings.set(bob, 'suspended');
  await m.post('images', image, { authorization: `Bearer ${bob}` });
  m.standings.delete(bob);
  const refused = { level: 30, time: expect.any(String), reason: 'media-forbidden', msg: 'a file was refused' };
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { ...refused, userId: bob, signedFor: ann },
    { ...refused, userId: null, signedFor: ann },
    { ...refused, times: 5 },
    { ...refused, userId: bob, reason: 'suspended', msg: 'an upload was refused' },
  ]);
});
