import type { Client } from '@yonder/client';
import type { Output } from '@yonder/contract';
import type { Unsent } from '../unsent.ts';

interface How {
  /** Number of earlier attempts. */
  attempts: number;
  signal: AbortSignal;
}

/**
 * Uses the message's id as request id, so a lost reply is found again over either transport. The first try takes the socket
 * when it is up; a socket that has not answered is not asked again.
 */
export function sendMessage(
  client: Client,
  written: Unsent,
  { attempts, signal }: How,
): Promise<Output<'sendMessageV2v2'>> {
  const { chatRoomId, clientMessageId, content, clientCreatedAt, replyTo, media } = written;
  return client.call(
    'sendMessageV2v2',
    {
      chatRoomId,
      clientMessageId,
      type: media?.type ?? 'text',
      content,
      clientCreatedAt,
      replyTo: replyTo?.seedOrder ?? null,
      media: media?.path ? { path: media.path, waveform: media.waveform } : null,
    },
    { requestId: clientMessageId, signal, keepalive: attempts > 0 },
  );
}
