import { FIXED, type Input, type Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { ServerKeys } from '../platform/keys.ts';
import type { Stop } from '../platform/stop.ts';
import { canonicalLanguage, personOf } from '../profiles/index.ts';
import type { Cell, Point } from './geometry.ts';
import { isPlausible, placeOf } from './placing.ts';
import {
  clearPlace,
  deleteOver,
  findAround,
  findPlace,
  holdPlaces,
  lockLastPlace,
  savePlace,
  type Found,
  type Search,
} from './store.ts';

/** Purpose of the keys that make offsets. */
export const PLACE_KEYS = 'nearby';
const EXPIRE = 'nearby.expire';
/** Announces that a user became or stopped being findable; it names neither user nor location. */
const PLACES = 'places';
/** Radius of a first query in km, enough where many people live close by. */
const FIRST_LOOK = 10;
const WHOLE_WORLD = { radius: 50, language: null, ageRange: null } as const;

export interface NearbyOptions {
  database: Database;
  clock: Clock;
  deadlines: Pick<Deadlines, 'on'>;
  keys: Pick<ServerKeys, 'signing'>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Handles hellos, in the caller's transaction. */
  requests: {
    /** Returns the room of the hello. */
    sayHello(tx: Tx, hello: { from: string; to: string; content: string }): Promise<string>;
    accept(tx: Tx, request: { roomId: string; userId: string }): Promise<void>;
  };
}

export type NearbyService = ReturnType<typeof createNearbyService>;

export function createNearbyService({ database, clock, deadlines, keys, bus, requests }: NearbyOptions) {
  const { read } = database;
  const tellOfPlaces = (tx: Tx): void => tx.after(() => bus.publish(PLACES, null));
  deadlines.on(EXPIRE, async (tx, { key }) => {
    await deleteOver(tx, key);
    tellOfPlaces(tx);
  });

  return {
    async place({ userId }: CallContext, tx: Tx, input: Input<'updateLocation'>): Promise<Output<'updateLocation'>> {
      const last = await lockLastPlace(tx, userId);
      const ms = last ? tx.now.getTime() - last.at.getTime() : Infinity;
      if (ms < FIXED.locationAgainMs) {
        throw new DomainError('location-too-soon', { retryAfter: Math.ceil((FIXED.locationAgainMs - ms) / 1_000) });
      }
      if (last?.origin && !isPlausible(last.origin, input, { ms, accuracy: input.accuracy ?? 0 })) {
        throw new DomainError('implausible-location');
      }
      const before = (await findPlace(tx.db, { userId, now: tx.now }))?.cell ?? null;
      const { secret } = keys.signing(PLACE_KEYS);
      const expiresAt = await beFound(tx, { userId, point: input, secret, before });
      tellOfPlaces(tx);
      return { expiresAt: expiresAt.getTime() };
    },

    /** The time and region stay for 20 hours: opting out and in again must not allow several locations. */
    async forget({ userId }: CallContext, tx: Tx): Promise<null> {
      const placedAt = await clearPlace(tx, userId);
      tellOfPlaces(tx);
      if (placedAt) {
        const due = new Date(placedAt.getTime() + FIXED.locationLeftMs);
        await tx.deadline({ kind: EXPIRE, key: userId, due });
      }
      return null;
    },

    async find({ userId, now }: CallContext, input: Input<'findNearbyUsers'>): Promise<Output<'findNearbyUsers'>> {
      const own = await findPlace(read, { userId, now });
      if (!own) return { expiresAt: null, users: [] };
      const { radius, language, ageRange } = input ?? {};
      const found = await look(read, {
        userId,
        now,
        cell: own.cell,
        radius: radius ?? WHOLE_WORLD.radius,
        language: language == null ? null : canonicalLanguage(language),
        ageRange: ageRange ?? null,
      });
      // No presence here: only revealed partners see it.
      const users = found.map(({ band, ...one }) => {
        const { name, thumb } = personOf({ ...one, name: one.name ?? '' });
        return { userId: one.userId, name, thumb, band };
      });
      return { expiresAt: own.expiresAt.getTime(), users };
    },

    async sayHello({ userId }: CallContext, tx: Tx, input: Input<'sayHello'>): Promise<Output<'sayHello'>> {
      const { userId: other, content } = input;
      await holdPlaces(tx, userId, other);
      const own = await findPlace(tx.db, { userId, now: tx.now });
      if (!own) throw new DomainError('not-nearby');
      const [found] = await findAround(tx.db, { ...WHOLE_WORLD, userId, now: tx.now, cell: own.cell }, other);
      if (!found) throw new DomainError('person-not-found');
      return { chatRoomId: await requests.sayHello(tx, { from: userId, to: other, content }) };
    },

    async acceptHello({ userId }: CallContext, tx: Tx, { chatRoomId }: Input<'acceptHello'>): Promise<null> {
      await requests.accept(tx, { roomId: chatRoomId, userId });
      return null;
    },

    /** Runs whenever any user becomes findable, anywhere, or stops being so. */
    onChange: (changed: () => void): Stop => bus.subscribe(PLACES, () => changed()),

    /**
     * Counts people listed around the user; null when the user is not findable. Leaves out people hidden from the user,
     * as the list does: the difference would reveal that one is near.
     */
    async count(db: Kysely<DB>, userId: string): Promise<number | null> {
      const now = new Date(clock.now());
      const own = await findPlace(db, { userId, now });
      return own ? (await look(db, { ...WHOLE_WORLD, userId, now, cell: own.cell })).length : null;
    },
  };
}

interface Arrival {
  userId: string;
  point: Point;
  secret: Buffer;
  /** The cell shown until now. */
  before: Cell | null;
}

/**
 * Makes the user findable from now on; returns until when.
 * @throws DomainError 'location-too-soon'.
 */
export async function beFound(tx: Tx, { userId, point, secret, before }: Arrival): Promise<Date> {
  const expiresAt = new Date(tx.now.getTime() + FIXED.locationMs);
  const cell = placeOf(point, { userId, secret, before });
  if (!(await savePlace(tx, { userId, cell, expiresAt }))) {
    throw new DomainError('location-too-soon', { retryAfter: FIXED.locationAgainMs / 1_000 });
  }
  await tx.deadline({ kind: EXPIRE, key: userId, due: expiresAt });
  return expiresAt;
}

async function look(db: Kysely<DB>, search: Search): Promise<Found[]> {
  if (search.radius > FIRST_LOOK) {
    const close = await findAround(db, { ...search, radius: FIRST_LOOK });
    if (close.length === FIXED.neighbours) return close;
  }
  return findAround(db, search);
}
