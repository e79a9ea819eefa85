import * as z from 'zod/mini';
import { callable } from './callable.ts';
import { FIXED } from './limits.ts';
import { done, mediaAddress, messageId, time } from './schema.ts';

/** Where uploads go: POST /api/v1/media/{folder}, raw body, access token → uploadAnswer. */
export const UPLOAD_FOLDERS = ['photos', 'voice', 'images', 'one-time'] as const;
export type UploadFolder = (typeof UPLOAD_FOLDERS)[number];

/** `{folder}/{uuid}.{ext}` */
export const mediaPath = z
  .string()
  .check(z.regex(/^(photos|voice|images|one-time)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{2,4}$/));

/** The loudness of a voice message, from its beginning to its end: 0 is silence, 100 the loudest. */
export const waveform = z
  .array(z.int().check(z.gte(0), z.lte(100)))
  .check(z.minLength(1), z.maxLength(FIXED.waveformBars));

/** A private file has only its path; a photo also the address it is shown from. */
export const uploadAnswer = z.object({ path: mediaPath, url: z.optional(mediaAddress) });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export const mediaCallables = {
  /** Addresses of voices and images, good for you and for ten minutes. Those gone or not yours are left out. */
  mintMediaUrls: callable(
    'query',
    () => z.object({ messageIds: z.array(messageId).check(z.maxLength(FIXED.messagesPage)) }),
    () =>
      z.object({
        media: z
          .array(z.object({ messageId, url: mediaAddress, thumbUrl: z.nullable(mediaAddress), expiresAt: time }))
          .check(z.maxLength(FIXED.messagesPage)),
      }),
  ),
  /** Opens the image once, for you alone; the same tab may ask again until a byte was served. */
  mintOneTimeImageUrlV2v2: callable(
    'command',
    () => z.object({ messageId }),
    () => z.object({ url: mediaAddress, expiresAt: time }),
  ),
  /** Marks the image as seen: its bytes go now. */
  consumeOneTimeImageV2v2: callable(
    'command',
    () => z.object({ messageId }),
    () => done,
  ),
  /** Withdraws your own image before its recipient has opened it. */
  discardOneTimeImageV2v2: callable(
    'command',
    () => z.object({ messageId }),
    () => done,
  ),
} as const;
