import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { AGE_RANGES, FIXED } from './limits.ts';
import { done, id, languageTag, mediaAddress, nothing, text, time } from './schema.ts';
import { visibleText } from './visible-text.ts';

/** Upper ends of distance bands in kilometres: "under 5", "5 to 10" and so on. */
export const BANDS = [5, 10, 25, 50] as const;
export const band = z.literal(BANDS);

/** Without presence, which is for revealed partners. */
export const neighbour = z.object({
  userId: id,
  name: text({ min: 1, max: FIXED.nameLength }),
  thumb: z.nullable(mediaAddress),
  band,
});
export type Neighbour = z.infer<typeof neighbour>;

const LOOKING: Rate = { burst: 10, perMinute: 10, kind: 'strict', network: { burst: 100, perMinute: 60 } };
const HELLOS: Rate = { burst: 10, perMinute: 2, kind: 'strict', network: { burst: 60, perMinute: 20 } };

export const nearbyCallables = {
  /** Opts in for 24 h. The position is stored no more exactly than 1 to 2 km. One position in 10 minutes. */
  updateLocation: callable(
    'command',
    () =>
      z.object({
        lat: z.number().check(z.gte(-90), z.lte(90)),
        lng: z.number().check(z.gte(-180), z.lte(180)),
        /** Metres. A position less exact than the nearest band is wide is rejected. */
        accuracy: z.nullish(z.number().check(z.nonnegative(), z.lte(FIXED.locationAccuracy))),
      }),
    () => z.object({ expiresAt: time }),
    LOOKING,
  ),
  /** Opts out and deletes your location at once. */
  forgetLocation: callable(
    'command',
    () => nothing,
    () => done,
  ),
  /** Nearest first. Only for users that can be found themselves. */
  findNearbyUsers: callable(
    'query',
    () =>
      z._default(
        z.nullable(
          z.object({
            radius: z.nullish(band),
            language: z.nullish(languageTag),
            ageRange: z.nullish(z.enum(AGE_RANGES)),
          }),
        ),
        null,
      ),
    () =>
      z.object({
        /** Null: you cannot be found. */
        expiresAt: z.nullable(time),
        users: z.array(neighbour).check(z.maxLength(FIXED.neighbours)),
      }),
    LOOKING,
  ),
  /** Sends a request: one message, until they accept. Returns the room of an earlier one. */
  sayHello: callable(
    'command',
    () => z.object({ userId: id, content: visibleText({ max: FIXED.helloLength, layout: 'lines' }) }),
    () => z.object({ chatRoomId: id }),
    HELLOS,
  ),
  acceptHello: callable(
    'command',
    () => z.object({ chatRoomId: id }),
    () => done,
  ),
} as const;
