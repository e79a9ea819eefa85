import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploadAnswer, type Evidence as ShownEvidence } from '@yonder/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { recording } from '../../media/testing/voices.ts';
import { openCourt, type Court } from '../../moderation/testing/court.ts';
import { allTables } from '../../privacy/testing/tables.ts';
import type { Person } from '../../testing/person.ts';

const FOLDERS = { image: 'images', voice: 'voice', one_time_image: 'one-time' } as const;
type MediaKind = keyof typeof FOLDERS;

export interface Two {
  sender: Person;
  reader: Person;
  chatRoomId: string;
}

export interface EvidenceHarness extends Court {
  mod: Person;
  /** Two users that know each other, in a room of theirs. */
  two(): Promise<Two>;
  /** The bytes, or the status when the user gets none. */
  fetchAs(who: Person, address: string | null | undefined, init?: RequestInit): Promise<Buffer | number>;
  /** Sends a picture or voice message, which its recipient fetches. */
  sendFile(two: Two, type: 'image' | 'voice'): Promise<{ messageId: string; bytes: Buffer }>;
  /** Sends a one-time image, which its recipient sees: it is gone for both. */
  sendSeen(two: Two): Promise<{ messageId: string; bytes: Buffer }>;
  /** Sends a one-time image that stays unopened. */
  sendOnce(two: Two): Promise<string>;
  /** Sends a text, which its sender deletes. */
  sendDeleted(two: Two, content: string): Promise<string>;
  /** What moderators are shown of the open case about a user: the messages of each report, the newest first. */
  shownAbout(who: Person): Promise<ShownEvidence['messages'][]>;
  /** Lets EVIDENCE_HOURS pass for all that is sealed. */
  expire(): Promise<void>;
  /** Applies what is due, and seals or erases every file that waits for it. */
  settle(): Promise<void>;
  /** Every table and every file of the store that contains these bytes or words. */
  whereabouts(what: Buffer | string): Promise<string[]>;
  /** What is stored of sealed messages: rows, and files of the store. */
  sealed(): Promise<{ rows: number; files: number }>;
}

export async function openEvidence(settings: Readonly<Record<string, string>> = {}): Promise<EvidenceHarness> {
  const court = await openCourt(settings);
  const { world, as, friends, say, caseOf } = court;
  const { database } = world;
  const mod = await court.moderator('Maud');

  let voices = 0;

  async function fetchAs(who: Person, address: string | null | undefined, init: RequestInit = {}) {
    const { accessToken } = await who.token();
    const headers = { ...init.headers, authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${world.url}${address}`, { ...init, headers });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : response.status;
  }

  async function bytesFor(who: Person, address: string | null | undefined): Promise<Buffer> {
    const bytes = await fetchAs(who, address);
    if (typeof bytes === 'number') throw new Error(`${address} answers ${bytes}`);
    return bytes;
  }

  /** No two have the same bytes. */
  async function newFile(type: MediaKind): Promise<Buffer> {
    if (type === 'voice') return recording({ container: 'webm', seconds: ++voices });
    const raw = { width: 24, height: 24, channels: 3 } as const;
    return sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
      .png()
      .toBuffer();
  }

  async function sendMedia({ sender, chatRoomId }: Two, type: MediaKind): Promise<string> {
    const { accessToken } = await sender.token();
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
    const upload = { method: 'POST', headers, body: Uint8Array.from(await newFile(type)) };
    const response = await fetch(`${world.url}/api/v1/media/${FOLDERS[type]}`, upload);
    if (!response.ok) throw new Error(await response.text());
    const { path } = uploadAnswer.parse(await response.json());
    const media = { path, ...(type === 'voice' && { waveform: [1] }) };
    return (await as(sender).call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type, media })).id;
  }

  async function settle(): Promise<void> {
    const { evidence, media } = world.app.modules.files;
    await world.advance(1_000);
    await evidence.settled();
    await media.erased();
  }

  function files(): string[] {
    const entries = readdirSync(world.files, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  return {
    ...court,
    mod,
    fetchAs,
    settle,
    // Changes the database: a day of a whole server's timers takes a manual clock minutes.
    async expire() {
      const now = new Date(world.clock.now());
      await database.read.updateTable('evidence.sealed').set({ expires_at: now }).execute();
      await database.read.updateTable('media.object').set({ erase_at: now }).where('erase_at', '>', now).execute();
      await sql`UPDATE platform.deadline SET due = ${now} WHERE kind = 'evidence.expire'`.execute(database.read);
      await world.advance(6_000);
      await settle();
    },
    async two() {
      const [sender, reader] = [await world.join('Sender'), await world.join('Reader')];
      return { sender, reader, chatRoomId: await friends(sender, reader) };
    },
    async sendFile(two, type) {
      const messageId = await sendMedia(two, type);
      const [file] = (await as(two.reader).call('mintMediaUrls', { messageIds: [messageId] })).media;
      return { messageId, bytes: await bytesFor(two.reader, file?.url) };
    },
    async sendSeen(two) {
      const messageId = await sendMedia(two, 'one_time_image');
      const { url } = await as(two.reader).call('mintOneTimeImageUrlV2v2', { messageId });
      return { messageId, bytes: await bytesFor(two.reader, url) };
    },
    sendOnce: (two) => sendMedia(two, 'one_time_image'),
    async sendDeleted({ sender, chatRoomId }, content) {
      const messageId = await say(sender, chatRoomId, content);
      await as(sender).call('deleteMessage', { messageId });
      return messageId;
    },
    shownAbout: async (who) => (await caseOf(mod, who)).allReports.map(({ evidence }) => evidence.messages),
    async whereabouts(what) {
      const needle = Buffer.from(what);
      const found = files().filter((file) => readFileSync(file).includes(needle));
      const hex = needle.toString('hex').slice(0, 128);
      const words = typeof what === 'string' ? what : hex;
      for (const table of await allTables(database)) {
        const { rows } = await sql<{ many: number }>`
          SELECT count(*)::int AS many FROM ${sql.table(table)} AS t
          WHERE position(${words} IN t::text) > 0 OR position(${hex} IN t::text) > 0`.execute(database.read);
        if ((rows[0]?.many ?? 0) > 0) found.push(table);
      }
      return found;
    },
    async sealed() {
      const { rows } = await sql<{ many: number }>`SELECT count(*)::int AS many FROM evidence.sealed`.execute(
        database.read,
      );
      return { rows: rows[0]?.many ?? 0, files: files().filter((file) => file.includes('/sealed/')).length };
    },
  };
}
