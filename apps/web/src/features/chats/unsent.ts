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

/** Media of an unsent message: uploaded first, under the path that the upload returns. */
const unsentMedia = z.object({
  type: z.enum(['image', 'voice', 'one_time_image']),
  folder: z.enum(UPLOAD_FOLDERS),
  file: z.instanceof(Blob),
  waveform: z.nullable(waveform),
  /** Shown in the bubble until then. */
  attachment,
  /** Null until it is uploaded. */
  path: z.nullable(mediaPath),
});
export type UnsentMedia = z.infer<typeof unsentMedia>;

/** A message written here and not known to be stored. Storage and other tabs pass it in this form. */
export const unsent = z.object({
  /** Unchanged on every retry: the server stores it once. */
  clientMessageId: z.string(),
  chatRoomId: z.string(),
  senderId: z.string(),
  content: z.string(),
  clientCreatedAt: z.number(),
  replyTo: z.nullable(quote),
  media: z.nullable(unsentMedia),
  /** failed: refused for good; its author may retry or discard it. */
  state: z.enum(['sending', 'failed']),
  /** Why it was refused, if the server has said so. */
  reason: z.optional(z.custom<Reason>(isReason)),
});
export type Unsent = z.infer<typeof unsent>;

/** Builds the stored message from the server's short reply to a send. */
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
