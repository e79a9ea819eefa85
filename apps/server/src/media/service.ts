import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { ServerKeys } from '../platform/keys.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { createAddresses } from './addresses.ts';
import { mediaCallables } from './callables.ts';
import type { ChatSeam } from './chat-seam.ts';
import { claim, claimPhoto, type Claimed, type ClaimDraft } from './claims.ts';
import { createEraser } from './eraser.ts';
import { createImages } from './images.ts';
import type { ObjectStore } from './object-store.ts';
import { createOneTimeImages, isOneTime, type OneTimeImages } from './one-time.ts';
import { findOneTime, lockOpenedOf, lockSealedOf, ONE_TIME_DEADLINE, removeOneTime } from './one-time-rows.ts';
import { filesOf, mediaData } from './personal-data.ts';
import { createPhotoGate } from './photo-gate.ts';
import { createPhotoGuesses, createPhotoNames } from './photo-names.ts';
import {
  findObjects,
  findShown,
  findTaker,
  giveUp,
  keepUntil,
  serveAgain,
  uncount,
  withdraw,
  withhold,
} from './rows.ts';
import { conceal, createEvidenceRows, type EvidenceRows } from './sealed-rows.ts';
import { photoRoutes, servingRoutes, type ServingOptions } from './serving-routes.ts';
import { uploadRoutes, type UploadRoutesOptions } from './upload-routes.ts';
import { createUploads, UNTAKEN_DEADLINE, type PictureScreening } from './uploads.ts';
import { createVoices } from './voices.ts';

export interface MediaOptions
  extends Pick<ServingOptions, 'holderOf' | 'copies'>, Pick<UploadRoutesOptions, 'admission' | 'limits'> {
  database: Database;
  /** This process. */
  nodeId: string;
  clock: Clock;
  log: Log;
  keys: Pick<ServerKeys, 'signing' | 'accepted' | 'allAccepted'>;
  deadlines: Pick<Deadlines, 'on'>;
  objects: ObjectStore;
  chats: ChatSeam;
  /** Whether either user has blocked the other. */
  areParted(tx: Tx, one: string, other: string): Promise<boolean>;
  pictures: PictureScreening;
  /** MEDIA_QUOTA_MB */
  quotaMb: number;
  /** ONE_TIME_IMAGE_TTL_SECONDS */
  oneTimeSeconds: number;
  /** Shown files are evidence for a while. */
  evidence: {
    /** Runs in the transaction: a one-time image was shown. */
    sealSeen(tx: Tx, seen: { path: string; sender: string; key: string }): Promise<void>;
    /** Returns until when a file's bytes are needed unchanged; null: no longer. Call before media's row is locked. */
    neededUntil(tx: Tx, path: string): Promise<Date | null>;
  };
  /** Returns those of the owner's files that a report keeps. */
  held(tx: Tx, of: { owner: string; paths: readonly string[] }): Promise<ReadonlySet<string>>;
}

export interface Media {
  callables: Handlers<keyof ReturnType<typeof mediaCallables>>;
  routes: (app: FastifyInstance) => void;
  /** Returns each draft's attachment, or the error for its sender, in the message's own transaction. */
  claim(tx: Tx, drafts: readonly ClaimDraft[]): Promise<(Claimed | DomainError)[]>;
  /** @throws DomainError 'media-not-found' */
  claimPhoto: typeof claimPhoto;
  /** Removes a message's file or a profile photo reliably, soon after the commit. */
  discard(tx: Tx, path: string): Promise<void>;
  /** Stops serving a photo that no profile uses. It leaves the store with the commit, or when no report keeps it. */
  releasePhoto(tx: Tx, path: string): Promise<void>;
  /** Returns what claimed a file: a message's key, or PROFILE_KEY; null: nothing. */
  takerOf(tx: Tx, path: string): Promise<string | null>;
  /** Keeps the sender's unopened images in these rooms unopened during the transaction. Lock before the rooms. */
  holdSent: typeof lockSealedOf;
  /** Keeps the sender's opened images there from ending during the transaction. Lock before the rooms. */
  holdOpened: typeof lockOpenedOf;
  /** Withdraws the sender's unopened images there. */
  withdrawSent: OneTimeImages['withdrawSent'];
  /** Stops serving profile photos and thumbs by their public addresses, until serveAgain. */
  withhold(tx: Tx, paths: readonly string[]): Promise<void>;
  serveAgain(tx: Tx, paths: readonly string[]): Promise<void>;
  /** Whether it is a one-time image that can no longer be seen. */
  isOver(tx: Tx, path: string): Promise<boolean>;
  /** Returns those of the files that have bytes, at least for a report. */
  present(db: Kysely<DB>, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** The rows of files kept as evidence. */
  evidenceRows: EvidenceRows;
  /** Returns where a moderator sees a report's file, without opening anything. */
  evidenceAddress(path: string, reader: { userId: string; expiresAt: number }): string;
  personalData: PersonalData;
  filesOf: typeof filesOf;
  keepUntil: typeof keepUntil;
  /** Returns where the user alone fetches the copy of their data until then. */
  copyAddress(copy: { path: string; userId: string; expiresAt: number }): string;
  /** Resolves when given-up files have left the store. */
  erased(): Promise<void>;
  start(): Stop;
}

const DISCARD_DEADLINE = 'media.discard';
const HELD_DEADLINE = 'media.held';
/** Delay until a file kept by a report is checked again. */
const HELD_MS = 86_400_000;
const BYTES_PER_MB = 1_000_000;

export function createMedia(options: MediaOptions): Media {
  const { database, clock, log, deadlines, chats, evidence, quotaMb, oneTimeSeconds } = options;
  const objects = orUnreachable(options.objects, log);
  const addresses = createAddresses(options.keys);
  const names = createPhotoNames(options.keys, objects);
  const eraser = createEraser({ ...options, objects });
  const voices = createVoices(clock);

  /** Gives up the file: it leaves the store with the commit, or once no report keeps the bytes for moderators. */
  async function release(tx: Tx, path: string, which: 'any' | 'untaken' = 'any'): Promise<void> {
    const neededUntil = await evidence.neededUntil(tx, path);
    const owner = await withdraw(tx, path, which);
    if (owner === undefined) return;
    if ((await options.held(tx, { owner, paths: [path] })).size > 0) {
      await uncount(tx, [path]);
      await tx.deadline({ kind: HELD_DEADLINE, key: path, due: new Date(tx.now.getTime() + HELD_MS) });
    } else if (neededUntil !== null) await conceal(tx, path, neededUntil);
    else if (await giveUp(tx, path)) tx.after(eraser.wake);
  }

  const { areParted } = options;
  const parts = { database, objects, addresses, chats, areParted, giveUp: (tx: Tx, path: string) => release(tx, path) };
  const oneTime = createOneTimeImages({ ...parts, sealSeen: evidence.sealSeen });
  const upload = createUploads({
    ...parts,
    nodeId: options.nodeId,
    newPath: names.newPath,
    pictures: options.pictures,
    voices,
    images: createImages(),
    quota: quotaMb * BYTES_PER_MB,
  });
  deadlines.on(UNTAKEN_DEADLINE, (tx, { key }) => release(tx, key, 'untaken'));
  deadlines.on(ONE_TIME_DEADLINE, (tx, { key }) => oneTime.look(tx, key));
  deadlines.on(HELD_DEADLINE, (tx, { key }) => release(tx, key));
  deadlines.on(DISCARD_DEADLINE, async (tx, { key }) => {
    await removeOneTime(tx, key);
    await release(tx, key);
  });
  const routes = [
    photoRoutes({
      ...options,
      objects,
      guesses: createPhotoGuesses({ ...options, names }),
      isShown: createPhotoGate({ clock, findShown: (...of) => findShown(database.read, ...of) }),
    }),
    uploadRoutes({ ...options, upload }),
    servingRoutes({ ...options, objects, addresses, oneTime }),
  ];

  return {
    callables: mediaCallables({
      ...parts,
      oneTime,
    }),
    routes: (app) => routes.forEach((register) => register(app)),
    claim: (tx, drafts) => claim(tx, drafts, { oneTimeSeconds }),
    claimPhoto,
    releasePhoto: (tx, path) => release(tx, path),
    takerOf: (tx, path) => findTaker(tx.db, path),
    holdSent: lockSealedOf,
    holdOpened: lockOpenedOf,
    withdrawSent: oneTime.withdrawSent,
    withhold,
    serveAgain,
    present: async (db, paths) => new Set((await findObjects(db, paths, 'held')).map(({ path }) => path)),
    evidenceRows: createEvidenceRows({
      objects,
      wake: eraser.wake,
    }),
    isOver: async (tx, path) => isOneTime(path) && (await findOneTime(tx.db, path)) === undefined,
    evidenceAddress: (path, reader) =>
      addresses.sign({
        ...reader,
        path,
        part: 'evidence',
      }),
    discard: (tx, path) =>
      tx.deadline({
        kind: DISCARD_DEADLINE,
        key: path,
        due: tx.now,
      }),
    personalData: mediaData({
      held: options.held,
      wake: eraser.wake,
    }),
    filesOf,
    keepUntil,
    copyAddress: (copy) =>
      addresses.sign({
        ...copy,
        part: 'whole',
      }),
    erased: eraser.settled,
    start() {
      const stop = eraser.start();
      return () => {
        stop();
        voices.stop();
      };
    },
  };
}

/** A store that is away, full or refuses us is one error to clients; the log tells which. */
function orUnreachable(objects: ObjectStore, log: Log): ObjectStore {
  async function reach<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      log.error({ err: cause }, 'the object store cannot be used');
      throw new DomainError('store-unreachable', { cause });
    }
  }
  return {
    newPath: objects.newPath,
    put: (path, bytes) => reach(objects.put(path, bytes)),
    get: (path, range) => reach(objects.get(path, range)),
    delete: (path) => reach(objects.delete(path)),
    list: objects.list,
    sweep: objects.sweep,
  };
}
