import * as z from 'zod/mini';
import { LatePattern } from './late-pattern.ts';

/** How many code units one becomes at most in composed form (NFC). */
const MOST_COMPOSED = 3;
/** No script stacks so many marks, and NFC takes a time that grows with their square. */
const TOWER = new LatePattern(String.raw`\p{M}{65}`, 'u');

/**
 * Any text from outside: well-formed Unicode without U+0000, as one such row would lose a whole batch in the database.
 * Its composed form fits as well: that is what is stored of most texts, and what readers check.
 */
export function text({ min = 0, max }: { min?: number; max: number }) {
  const isWithin = (value: string): boolean =>
    value.length * MOST_COMPOSED <= max || (!TOWER.test(value) && value.normalize('NFC').length <= max);
  return z.string().check(
    z.minLength(min),
    z.maxLength(max),
    z.refine(isWithin, 'must not be longer in its composed form'),
    z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be well-formed text'),
  );
}

/** Lower-case UUID, as the server makes them. */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** The opaque name of a stranger in one call or room: 22 characters base64url. Anonymous figures are drawn from it. */
export const alias = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

/** Milliseconds since the epoch, by the server's clock; up to the last moment a Date can hold. */
export const time = z.int().check(z.nonnegative(), z.lte(8_640_000_000_000_000));

/** Milliseconds since the epoch by a client's clock; up to the year 9999, since PostgreSQL writes later ones as no Date reads them. */
export const clientTime = z.int().check(z.nonnegative(), z.lte(253_402_300_799_999));

/** One browser tab, made by the tab itself and kept in its sessionStorage. */
export const tabId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** Repeated on every retry of one command over either transport; its answer is kept for 10 minutes. */
export const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** "{chatRoomId}.{seedOrder}" */
export const messageId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[1-9]\d{0,14}$/));
/** A participant of a chat: a user id, or the alias of a stranger in an anonymous room. */
export const chatter = z.union([id, alias]);
/** One emoji, whole. */
export const emoji = z.string().check(z.regex(new LatePattern(String.raw`^\p{RGI_Emoji}$`, 'v')));

/** One emoji as the server knows it: a browser with an older Unicode shows it all the same. */
export const shownEmoji = text({ min: 1, max: 64 });

/** BCP 47 language tag, e.g. "en" or "zh-TW". */
export const languageTag = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/));

/** ISO 3166 country, optionally with a first-level region: "TW" or "TW-TPE". */
export const region = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/));

/** A root-relative path of this server, or an absolute address of the object store. */
export const mediaAddress = text({ min: 1, max: 500 });

/** A field that may be left out; null means the same, as clients of the protocol send it. */
export function maybe<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
}

/** No payload: null, {} and nothing are the same. */
export const nothing = z._default(z.nullable(z.object({})), null);

/** The answer of a command that returns nothing. */
export const done = z.null();

export const person = z.object({
  userId: id,
  /** Never empty: a missing name is "Anonymous". */
  name: text({ min: 1, max: 60 }),
  photo: z.nullable(mediaAddress),
  thumb: z.nullable(mediaAddress),
});
export type Person = z.infer<typeof person>;
