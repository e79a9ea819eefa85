import { CallError, errorOfReason, errorOfWire, networkError } from '@yonder/client';
import { wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import type { ChatsCache } from '../cache.ts';

/** `until`: shown until then, by this device's clock. */
export interface OpenedImage {
  picture: Blob;
  until: number;
}

const refused = z.object({ error: wireError });

/** Opens the image, once and for all. Its bytes arrive once and are stored nowhere. */
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

/** @throws 'one-time-over' when the download breaks off: the server sends the bytes only once. */
async function wholeOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch (cause) {
    throw errorOfReason('one-time-over', cause);
  }
}

/** Reports the image as seen, so that its bytes are deleted now. If the call fails, they expire by themselves. */
export function consumeOneTimeImage({ client }: ChatsCache, messageId: string): void {
  client.call('consumeOneTimeImageV2v2', { messageId }).catch(() => {});
}

/** Withdraws an image that has not been opened. */
export async function withdrawOneTimeImage({ client }: ChatsCache, messageId: string): Promise<void> {
  await client.call('discardOneTimeImageV2v2', { messageId });
}

/** Whether a retry may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && ['unavailable', 'deadline-exceeded', 'internal'].includes(error.code);
}
