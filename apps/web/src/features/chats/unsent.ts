import {
  attachment,
  isReason,
  mediaPath,
  type Message,
  type Output,
  quote,
  type Reason,
  UPLOAD_FOLDERS,
  waveform,
} from '@yonder/contract';
import * as z from 'zod/mini';

/** Media of a message that is not stored yet: uploaded first, under the path the upload answered. */
const unsentMedia = z.object({
  type: z.enum(['image', 'voice', 'one_time_image']),
  folder: z.enum(UPLOAD_FOLDERS),
  file: z.instanceof(Blob),
  waveform: z.nullable(waveform),
  /** What its bubble shows meanwhile. */
  attachment,
  /** Null until it is uploaded. */
  path: z.nullable(mediaPath),
});
export type UnsentMedia = z.infer<typeof unsentMedia>;

/** A message that was written here and is not known to be stored. Storage and other tabs hand it over in this form. */
export const unsent = z.object({
  /** The same on every retry: the server stores it once. */
  clientMessageId: z.string(),
  chatRoomId: z.string(),
  senderId: z.string(),
  content: z.string(),
  clientCreatedAt: z.number(),
  replyTo: z.nullable(quote),
  media: z.nullable(unsentMedia),
  /** failed: refused for good, it waits for its writer to try again or to discard it. */
  state: z.enum(['sending', 'failed']),
  /** Why it was refused, where the server has said so. */
  reason: z.optional(z.custom<Reason>(isReason)),
});
export type Unsent = z.infer<typeof unsent>;

/** What the server's short answer to a send says about it. */
export function messageOf(written: Unsent, reply: Output<'sendMessageV2v2'>): Message {
  const { chatRoomId, senderId, content, clientCreatedAt, clientMessageId, replyTo, media } = written;
  return {
    ...reply,
    chatRoomId,
    senderId,
    type: media?.type ?? 'text',
    content,
    attachment: media?.attachment ?? null,
    replyTo,
    reactions: [],
    isDeleted: false,
    clientCreatedAt,
    clientMessageId,
    isRead: false,
  };
}
