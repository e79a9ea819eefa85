import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadAnswer, UploadFolder } from '@yonder/contract';
import type { Standing } from '../../platform/dispatcher.ts';
import { createEvidence, EVIDENCE_KEYS } from '../../evidence/index.ts';
import { createDeadlines } from '../../platform/deadlines.ts';
import { DomainError } from '../../platform/errors.ts';
import { createOriginPolicy } from '../../platform/http/origins.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { loadServerKeys } from '../../platform/keys.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { whenOver } from '../../testing/when-over.ts';
import { fileRowsFor } from '../../wires/files.ts';
import { MEDIA_KEYS } from '../addresses.ts';
import type { OneTimeAttachment } from '../chat-seam.ts';
import { openObjectStore, type ObjectStore } from '../object-store.ts';
import { createMedia, type Media, type MediaOptions } from '../service.ts';

interface StoredMessage {
  path: string;
  key: string;
  sender: string;
  readers: string[];
  attachment: OneTimeAttachment | null;
}

interface Options extends Partial<
  Pick<MediaOptions, 'quotaMb' | 'oneTimeSeconds' | 'objects' | 'limits' | 'log' | 'held'>
> {
  evidenceHours?: number;
  trustProxy?: boolean;
  /** Another node, with which it shares the database. */
  beside?: Pick<TestDatabase, 'database' | 'clock' | 'log'>;
}

/** The media module behind a real HTTP server, with a stub of chats that holds given messages. */
export async function startMedia(options: Options = {}) {
  const { database, clock, log: silent } = options.beside ?? (await freshDatabase());
  const { log = silent, evidenceHours: hours = 24, trustProxy = false } = options;
  const root = mkdtempSync(join(tmpdir(), 'yonder-media-'));
  const objects: ObjectStore = options.objects ?? openObjectStore({ url: `file:${root}`, s3: null, clock });
  const nodeId = randomUUID();
  const messages = new Map<string, StoredMessage>();
  const standings = new Map<string, Standing>();
  const moderators = new Set<string>();
  const deadlines = createDeadlines({ database, clock, log });
  const keys = await loadServerKeys({ database, clock, log, purposes: [MEDIA_KEYS, EVIDENCE_KEYS] });
  const evidence = createEvidence({
    database,
    clock,
    log,
    objects,
    keys,
    deadlines,
    hours,
    files: fileRowsFor(() => media),
  });
  const media: Media = createMedia({
    database,
    clock,
    log,
    objects,
    keys,
    deadlines,
    nodeId,
    quotaMb: 500,
    oneTimeSeconds: 604800,
    limits: { take: async () => {} },
    areParted: async () => false,
    held: async () => new Set(),
    pictures: {
      screen: async () => 'allow',
      review: async () => {},
    },
    ...options,
    admission: {
      authenticate(userId) {
        if (userId === 'expired') throw new DomainError('not-authenticated');
        return {
          userId,
          sid: userId,
          onboarded: true,
          expiresAt: Infinity,
        };
      },
      standing: async ({ userId }) => standings.get(userId) ?? 'member',
      mayListen: () => true,
      mayModerate: ({ userId }) => moderators.has(userId),
    },
    evidence: {
      async sealSeen(tx, { path, sender, key }) {
        const [id = '', message] = [...messages].find(([, one]) => one.key === key) ?? [];
        const recipient = message?.readers.find((reader) => reader !== sender);
        if (recipient === undefined) return;
        const [roomId = '', seq] = id.split('.');
        const shown = {
          roomId,
          seq: Number(seq),
          sender,
          recipient,
          content: '',
          attachment: null,
          file: path,
        };
        await evidence.seal(tx, shown);
      },
      neededUntil: (tx, path) => evidence.neededUntil(tx, path),
    },
    copies: { bytesAt: async () => undefined },
    holderOf: async ({ cookie }) => cookie ?? null,
    chats: {
      attachmentsFor: async (_db, userId, ids) =>
        ids.flatMap((messageId) => {
          const found = messages.get(messageId);
          return found?.readers.includes(userId)
            ? [
                {
                  messageId,
                  path: found.path,
                },
              ]
            : [];
        }),
      messageOf: async (_tx, { sender, key }) =>
        [...messages].find(([, one]) => one.sender === sender && one.key === key)?.[0],
      async changeMessage(tx, { messageId, attachment }) {
        tx.after(() => Object.assign(messages.get(messageId) ?? {}, { attachment }));
      },
    },
  });
  const stops = [media.start(), evidence.start()];
  const http = createHttpServer({
    clock,
    log,
    ownOrigins: [],
    origins: createOriginPolicy({
      own: [],
      allowed: [],
    }),
    trustProxy,
  });
  http.register(async (scope) => media.routes(scope));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  whenOver(async () => {
    stops.forEach((stop) => stop());
    await http.close();
    await evidence.settled();
    await media.erased();
    rmSync(root, { recursive: true });
  });

  async function post(folder: string, file: Uint8Array, headers: Record<string, string>): Promise<Response> {
    return fetch(`${url}/api/v1/media/${folder}`, { method: 'POST', headers, body: Buffer.from(file) });
  }

  /** Fetches as that user's browser. */
  async function fetchAs(userId: string, address: string, init: RequestInit = {}): Promise<Response> {
    return fetch(url + address, { ...init, headers: { ...init.headers, cookie: userId } });
  }

  /** Uploads as that user; fails unless accepted. */
  async function upload(owner: string, folder: UploadFolder, file: Uint8Array): Promise<UploadAnswer> {
    const response = await post(folder, file, { authorization: `Bearer ${owner}` });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Stores a message with an upload of the sender's, as chats does. */
  async function send(
    sender: string,
    reader: string,
    draft: { path: string; type: 'image' | 'voice' | 'one_time_image' },
  ) {
    const key = `${randomUUID()}.${randomUUID()}`;
    const messageId = `${randomUUID()}.1`;
    const [claimed] = await database.transaction((tx) => media.claim(tx, [{ ...draft, owner: sender, key }]));
    if (!claimed || claimed instanceof Error) throw claimed ?? new Error('nothing was claimed');
    const { attachment, path } = claimed;
    const state = attachment.kind === 'one_time_image' ? attachment : null;
    messages.set(messageId, { path, key, sender, readers: [sender, reader], attachment: state });
    return { messageId, key, attachment };
  }

  /** Counts open connections to this server. */
  async function connections(): Promise<number> {
    return promisify(http.server.getConnections.bind(http.server))();
  }

  async function isKept(path: string): Promise<boolean> {
    const found = await objects.get(path);
    found?.body.destroy();
    return found !== null;
  }

  return {
    fetchAs,
    moderators,
    connections,
    isKept,
    nodeId,
    database,
    clock,
    log,
    url,
    root,
    objects,
    media,
    evidence,
    messages,
    standings,
    deadlines,
    keys,
    post,
    upload,
    send,
  };
}

export type StartedMedia = Awaited<ReturnType<typeof startMedia>>;

export const person = (): string => randomUUID();

/** A context as the dispatcher makes it. */
export function contextOf(userId: string, { now, tab = 'tab-of-it' }: { now: number; tab?: string }) {
  return { userId, sid: userId, tab, requestId: null, now: new Date(now), address: '' };
}
