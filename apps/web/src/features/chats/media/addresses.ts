import { errorOfReason } from '@yonder/client';
import { FIXED, type Output } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';

export type MediaAddress = Output<'mintMediaUrls'>['media'][number];

export interface MintPorts {
  ask: (messageIds: string[]) => Promise<readonly MediaAddress[]>;
  after: (ms: number, run: () => void) => Stop;
}

/** Fetches addresses of media. A screen full of pictures makes one request. */
export function createMint({ ask, after }: MintPorts): (messageId: string) => Promise<MediaAddress> {
  let waiting: { ids: Set<string>; answer: Promise<ReadonlyMap<string, MediaAddress>> } | null = null;

  function begin(): NonNullable<typeof waiting> {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, MediaAddress>>();
    const mine = { ids: new Set<string>(), answer: promise };
    after(0, () => {
      if (waiting === mine) waiting = null;
      resolve(ask([...mine.ids]).then((media) => new Map(media.map((one) => [one.messageId, one]))));
    });
    return mine;
  }

  return async (messageId) => {
    if (waiting === null || waiting.ids.size === FIXED.messagesPage) waiting = begin();
    waiting.ids.add(messageId);
    const found = (await waiting.answer).get(messageId);
    if (found === undefined) throw errorOfReason('media-not-found');
    return found;
  };
}
