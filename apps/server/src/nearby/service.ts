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

/** Of the key that offsets are made with. */
export const PLACE_KEYS = 'nearby';
const EXPIRE = 'nearby.expire';
/** Somebody is to be found, or is no more: not who, nor where. */
const PLACES = 'places';
/** Where so many live close by, the first look is enough, and reads few of them. */
const FIRST_LOOK = 10;
const WHOLE_WORLD = { radius: 50, language: null, ageRange: null } as const;

export interface NearbyOptions {
  database: Database;
  clock: Clock;
  deadlines: Pick<Deadlines, 'on'>;
  keys: Pick<ServerKeys, 'signing'>;
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** Within: what becomes of a hello. */
  requests: {
    /** The room of the two, where it was said. */
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

    /** The time and the region of it stay for 20 hours: opting out and in again is no way to be in many places. */
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
      // Without presence: that is for revealed partners.
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

    /** Runs whenever somebody comes to be found, anywhere, or is found no more. */
    onChange: (changed: () => void): Stop => bus.subscribe(PLACES, () => changed()),

    /**
     * How many are listed around them; null: they are not to be found themselves. As the list, without those who are hidden
     * from them: the difference would tell that one of those is near.
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
  /** Where they are shown up to now. */
  before: Cell | null;
}

/**
 * From now on; answers until when.
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
