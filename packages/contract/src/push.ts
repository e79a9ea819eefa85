import * as z from 'zod/mini';
import { id, mediaAddress, text, time } from './schema.ts';

const base64url = (length: { min: number; max: number }) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.minLength(length.min), z.maxLength(length.max));

/** A browser's PushSubscription as its toJSON() gives it; POST /api/v1/auth/fcm-token takes it as the text of its JSON. */
export const pushSubscription = z.object({
  endpoint: text({ min: 1, max: 2_048 }),
  /** p256dh: 65 bytes, a point of P-256, uncompressed. auth: 16 bytes. */
  keys: z.object({ p256dh: base64url({ min: 87, max: 87 }), auth: base64url({ min: 22, max: 22 }) }),
});
export type PushSubscriptionData = z.infer<typeof pushSubscription>;

/**
 * found: the queue has found a partner, which waits for five seconds. match: a mutual like. call: it rings. request: a
 * hello. The others are the notification of that kind.
 */
export const PUSH_KINDS = [
  'message',
  'request',
  'found',
  'match',
  'call',
  'missed-call',
  'comment',
  'moderation',
] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** What the worker decrypts, as JSON: texts in the user's language, ready to be shown. */
export const pushPayload = z.object({
  notification: z.object({
    title: z.string(),
    /** Never empty. */
    body: z.string(),
    icon: z.string(),
    /** Language of title and body: 'ar' is written from right to left. */
    lang: z.string(),
    /** call: 'accept' and 'decline', in this order. Others: none. */
    actions: z.array(z.object({ action: z.enum(['accept', 'decline']), title: z.string() })),
  }),
  data: z.object({
    kind: z.enum(PUSH_KINDS),
    /** Null where the two are anonymous, or previews are off. */
    avatar: z.nullable(mediaAddress),
    /** The room, twice as the specification's client reads it. */
    chatId: z.nullable(id),
    chatRoomId: z.nullable(id),
    callId: z.nullable(id),
    postId: z.nullable(id),
    /** Where a tap leads: a path of this site. */
    url: z.string(),
    /** A later push with the same tag replaces this one. */
    tag: z.string(),
    sentAt: time,
    /** The push has nothing left to show from then on: the call has stopped ringing. */
    expiresAt: time,
  }),
});
export type PushPayload = z.infer<typeof pushPayload>;
