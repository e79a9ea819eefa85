import { CallError, errorOfReason, errorOfWire, networkError } from '@yonder/client';
import { wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import type { ChatsCache } from '../cache.ts';

/** On the screen until then, by this device's clock. */
export interface OpenedImage {
  picture: Blob;
  until: number;
}

const refused = z.object({ error: wireError });

/** Opens it, once and for all. Its bytes come once and are kept nowhere. */
export async function openOneTimeImage(
  { client }: ChatsCache,
  { messageId, now }: { messageId: string; now: () => number },
): Promise<OpenedImage> {
  const { url, expiresAt } = await client.call('mintOneTimeImageUrlV2v2', { messageId });
  const until = expiresAt - client.serverNow() + now();
  const response = await fetch(url, { cache: 'no-store' }).catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (response.ok) return { picture: await wholeOf(response), until };
  throw errorOfWire(refused.safeParse(await response.json().catch(() => null)).data?.error);
}

/** Bytes that broke off are not sent again. */
async function wholeOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (cause) {
    throw errorOfReason('one-time-over', cause);
  }
}

/** Seen: its bytes go now. One that has not gone by this goes by itself. */
export function consumeOneTimeImage({ client }: ChatsCache, messageId: string): void {
  client.call('consumeOneTimeImageV2v2', { messageId }).catch(() => {});
}

/** Before anybody has opened it. */
export async function withdrawOneTimeImage({ client }: ChatsCache, messageId: string): Promise<void> {
  await client.call('discardOneTimeImageV2v2', { messageId });
}

/** Whether asking again may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && ['unavailable', 'deadline-exceeded', 'internal'].includes(error.code);
}
