import { buffer } from 'node:stream/consumers';
import { FIXED, type Output } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Addresses } from './addresses.ts';
import type { ChatSeam } from './chat-seam.ts';
import type { ObjectStore } from './object-store.ts';
import {
  findOneTime,
  ONE_TIME_DEADLINE,
  openSealed,
  takeOpened,
  takeOver,
  takeSealed,
  takeSealedOf,
  type OneTime,
  type SentIn,
} from './one-time-rows.ts';

interface OneTimeOptions {
  database: Database;
  objects: Pick<ObjectStore, 'get'>;
  addresses: Addresses;
  chats: ChatSeam;
  /** Whether either user blocked the other: images sent before stay unseen. */
  areParted(tx: Tx, one: string, other: string): Promise<boolean>;
  /** Seals an image as evidence: its recipient saw it and may report it. */
  sealSeen(tx: Tx, seen: { path: string; sender: string; key: string }): Promise<void>;
  /** Gives up the file: its bytes are erased. */
  giveUp(tx: Tx, path: string): Promise<void>;
}

export type OneTimeImages = ReturnType<typeof createOneTimeImages>;

/**
 *   sealed ──open──► opened ──serve, consume or a minute──► gone for both, kept as evidence
 *      └──withdraw, or a week──► gone
 *
 * "sealed" means unopened here; the evidence module keeps evidence.
 *
 * An image exists while its row is in `media.one_time`. Every arrow is one conditional statement, so it happens once on
 * any number of nodes. Media rows are locked before the room.
 */
export function createOneTimeImages(options: OneTimeOptions) {
  const { addresses, chats, areParted, giveUp } = options;
  const giveUpSeen = createGivingUp(options);

  async function pathOf(tx: Tx, userId: string, messageId: string): Promise<string> {
    const [attachment] = await chats.attachmentsFor(tx.db, userId, [messageId]);
    if (!attachment) throw new DomainError('message-not-found');
    if (!isOneTime(attachment.path)) throw new DomainError('no-download-address');
    return attachment.path;
  }

  return {
    /** The first tab to ask opens it, and may ask again until a byte was served. */
    async open(
      { userId, sid, tab }: CallContext,
      tx: Tx,
      messageId: string,
    ): Promise<Output<'mintOneTimeImageUrlV2v2'>> {
      const path = await pathOf(tx, userId, messageId);
      const before = await findOneTime(tx.db, path);
      if (before?.sender === userId) throw new DomainError('media-forbidden');
      if (before && (await areParted(tx, userId, before.sender))) throw new DomainError('one-time-over');
      const by = `${sid} ${tab ?? ''}`;
      const until = new Date(tx.now.getTime() + FIXED.oneTimeOpenMs);
      const opened = await openSealed(tx, path, { by, until });
      if (opened) {
        await tx.deadline({ kind: ONE_TIME_DEADLINE, key: path, due: until });
        await chats.changeMessage(tx, { messageId, attachment: { kind: 'one_time_image', state: 'opened' } });
      }
      const found = await findOneTime(tx.db, path);
      const { openedBy, openedUntil } = found ?? {};
      if (!openedUntil || openedBy !== by || openedUntil <= tx.now) throw new DomainError('one-time-over');
      const expiresAt = openedUntil.getTime();
      return { url: addresses.sign({ path, part: 'whole', userId, expiresAt }), expiresAt };
    },

    /** Ends an image that was seen. Repeating it is no error. */
    async consume({ userId }: CallContext, tx: Tx, messageId: string): Promise<null> {
      const path = await pathOf(tx, userId, messageId);
      const found = await findOneTime(tx.db, path);
      if (found?.sender === userId) throw new DomainError('media-forbidden');
      const opened = await takeOpened(tx, path, 'any');
      if (opened) await giveUpSeen(tx, path, opened);
      else if (await findOneTime(tx.db, path)) throw new DomainError('one-time-sealed');
      return null;
    },

    async withdraw({ userId }: CallContext, tx: Tx, messageId: string): Promise<null> {
      const path = await pathOf(tx, userId, messageId);
      const found = await findOneTime(tx.db, path);
      if (found && found.sender !== userId) throw new DomainError('not-your-message');
      if (!(await takeSealed(tx, path))) throw new DomainError('one-time-over');
      await giveUp(tx, path);
      await chats.changeMessage(tx, { messageId, attachment: { kind: 'one_time_image', state: 'withdrawn' } });
      return null;
    },

    /** Withdraws the sender's sealed images in these rooms. The recipient gets no event. */
    async withdrawSent(tx: Tx, sent: SentIn): Promise<void> {
      for (const { path, ...taken } of await takeSealedOf(tx, sent)) {
        await giveUp(tx, path);
        const messageId = await chats.messageOf(tx, taken);
        if (messageId === undefined) continue;
        await chats.changeMessage(tx, {
          messageId,
          attachment: { kind: 'one_time_image', state: 'withdrawn' },
          told: 'sender',
        });
      }
    },

    serve: createServing({ ...options, giveUpSeen }),

    /** Runs at a deadline: a minute after opening, or a week after sending. */
    async look(tx: Tx, path: string): Promise<void> {
      const over = await takeOver(tx, path);
      if (!over) return;
      if (over.openedUntil !== null) return giveUpSeen(tx, path, over);
      await giveUp(tx, path);
      const messageId = await chats.messageOf(tx, over);
      if (messageId === undefined) return;
      await chats.changeMessage(tx, { messageId, attachment: { kind: 'one_time_image', state: 'expired' } });
    },
  };
}

type GiveUpSeen = (tx: Tx, path: string, opened: OneTime) => Promise<void>;

/** An opened image counts as shown, even if its bytes did not arrive. */
function createGivingUp({ sealSeen, giveUp }: Pick<OneTimeOptions, 'sealSeen' | 'giveUp'>): GiveUpSeen {
  return async (tx, path, { sender, key }) => {
    await sealSeen(tx, { path, sender, key });
    await giveUp(tx, path);
  };
}

interface ServingParts extends Pick<OneTimeOptions, 'database' | 'objects'> {
  giveUpSeen: GiveUpSeen;
}

/** Returns the bytes for one reader ever, null for all others. A request during a read waits for its outcome. */
function createServing({ database, objects, giveUpSeen }: ServingParts) {
  /** By path, on this node: concurrent requests hold one copy in memory. */
  const beingRead = new Map<string, Promise<Buffer | null>>();

  /** Reads before claiming, so an unreachable store costs no user the picture. Deletes even if no byte arrives. */
  async function readOnce(path: string): Promise<Buffer | null> {
    if (!(await findOneTime(database.read, path))) return null;
    const stored = await objects.get(path);
    const bytes = stored && (await buffer(stored.body));
    const mine = await database.transaction(async (tx) => {
      const taken = await takeOpened(tx, path, 'in time');
      if (taken) await giveUpSeen(tx, path, taken);
      return taken !== undefined;
    });
    return mine ? bytes : null;
  }

  return async (path: string): Promise<Buffer | null> => {
    const first = beingRead.get(path);
    if (first) {
      await first;
      return null;
    }
    const reading = readOnce(path);
    beingRead.set(path, reading);
    return reading.finally(() => beingRead.delete(path));
  };
}

export function isOneTime(path: string): boolean {
  return path.startsWith('one-time/');
}
