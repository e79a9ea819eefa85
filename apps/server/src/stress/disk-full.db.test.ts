import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@yonder/client';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { picture } from '../media/testing/hostile-files.ts';
import { createLog } from '../platform/log.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { notRun } from '../testing/not-run.ts';
import { report, sizeOf } from '../testing/size.ts';
import { makeCrowd } from './testing/crowd.ts';
import { startDatabase } from './testing/database-process.ts';
import { startServer } from './testing/server-process.ts';
import { mountSmallDisk } from './testing/small-disk.ts';
import { makeRooms } from './testing/writers.ts';

const TIMES = sizeOf({ small: 1, full: 20 });
const TTL_SECONDS = 86_400;
const BUSY = { code: 'unavailable', reason: 'busy' };

/** A cluster takes 60 MB. */
const data = mountSmallDisk(160);
const pictures = mountSmallDisk(8);
if (!data || !pictures) {
  [data, pictures].forEach((disk) => disk?.remove());
  notRun('a full disk', 'a small one cannot be mounted here, which takes root on Linux');
}

/** The database on one disk and the pictures on another; either becomes full. */
describe.skipIf(!data || !pictures)('a full disk', { timeout: 60_000 * TIMES }, async () => {
  if (!data || !pictures) return;
  afterAll(() => [data, pictures].forEach(({ remove }) => remove()));
  const own = await startDatabase(data.folder);
  afterAll(own.stop);
  const opened = { databaseUrl: own.url, migrations: MIGRATIONS, log: createLog({ level: 'silent' }) };
  const { database, clock, close } = await openDatabase({ ...opened, onDeath() {} });
  afterAll(close);
  const settings = { OBJECT_STORE_URL: `file:${pictures.folder}` };
  const server = await startServer({ databaseUrl: own.url, settings });
  afterAll(server.kill);

  const people = await makeCrowd({ database, clock, count: 2, pace: 'unlimited' });
  const [{ userId, accessToken }] = people as [(typeof people)[number]];
  const [room = ''] = await makeRooms(database, people, new Date(clock.now()));
  const getToken = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
  const tab = createClient({ baseUrl: server.url, tabId: randomUUID(), getToken });
  /** Of nothing that PostgreSQL could press together. */
  async function say(clientMessageId: string): Promise<string> {
    const content = randomBytes(900).toString('hex');
    await tab.call('sendMessageV2v2', { chatRoomId: room, clientMessageId, type: 'text', content });
    return clientMessageId;
  }
  async function said(): Promise<string[]> {
    const rows = database.read.selectFrom('chats.message').orderBy('seq').select(['seq', 'client_message_id']);
    const stored = await rows.where('room_id', '=', room).execute();
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, i) => i + 1));
    return stored.map(({ client_message_id: key }) => key);
  }
  const image = new Blob([new Uint8Array(await picture('png'))]);
  async function upload(): Promise<string> {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'image/png' };
    const answer = await fetch(`${server.url}/api/v1/media/images`, { method: 'POST', headers, body: image });
    return answer.ok ? 'stored' : `${answer.status} ${(await answer.json()).error.details.reason}`;
  }
  const files = (): string[] =>
    readdirSync(pictures.folder, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();

  test('of the pictures: an upload is refused and nothing of it is kept; with room the next one is stored', async () => {
    expect(await upload()).toBe('stored');
    const before = files();
    pictures.fill();
    for (let i = 0; i < TIMES; i++) expect(await upload()).toBe('503 store-unreachable');
    pictures.makeRoom();
    expect(files()).toEqual(before);
    expect(await upload()).toBe('stored');
    expect(files()).toHaveLength(2 * before.length);
  });

  test('control: a file that is written where it will stand stays there half-written, and it is noticed', () => {
    const before = files();
    pictures.fill();
    expect(() => writeFileSync(join(pictures.folder, 'half'), randomBytes(10_000))).toThrow('ENOSPC');
    pictures.makeRoom();
    expect(files()).not.toEqual(before);
    rmSync(join(pictures.folder, 'half'));
  });

  test('of the database: who writes is told that it is busy, who reads is answered; with room all goes on', async () => {
    for (let i = 0; i < TIMES; i++) {
      const before = await said();
      before.push(await say(randomUUID()));
      data.fill();
      const refused = randomUUID();
      const taken: string[] = [];
      const untilFull = async (): Promise<never> => {
        for (;;) taken.push(await say(randomUUID()));
      };
      await expect(untilFull()).rejects.toMatchObject(BUSY);
      await expect(say(refused)).rejects.toMatchObject(BUSY);
      const { messages } = await tab.call('listMessages', { chatRoomId: room, limit: 50 });
      expect(messages.map(({ seedOrder }) => seedOrder).at(-1)).toBe(before.length + taken.length);
      data.makeRoom();
      await say(refused);
      expect(await said()).toEqual([...before, ...taken, refused]);
    }
  });

  test('of the database, which cannot go on with its log: it ends; with room and started again it has all that was acknowledged', async () => {
    const before = await said();
    before.push(await say(randomUUID()));
    data.fill();
    const useUp = async (): Promise<never> => {
      for (;;)
        await sql`SELECT pg_switch_wal(), pg_logical_emit_message(false, 'fill', 'up', true)`.execute(database.read);
    };
    await expect(useUp()).rejects.toThrow();
    await own.gone();
    const refused = randomUUID();
    await expect(say(refused)).rejects.toMatchObject(BUSY);
    expect(await server.isReady()).toBe(false);
    data.makeRoom();
    const since = performance.now();
    await own.start();
    await expect.poll(() => say(refused).catch(({ reason }: { reason: string }) => reason)).toBe(refused);
    report(`written again ${Math.round(performance.now() - since)} ms after there was room for the database's log`);
    expect(await said()).toEqual([...before, refused]);
  });
});
