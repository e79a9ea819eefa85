import { useEffect, useRef, useState } from 'react';
import { after, now } from '../../lib/clock.ts';
import { consumeOneTimeImage, type OpenedImage, openOneTimeImage } from './api/one-time-image.ts';
import type { Chats } from './cache.ts';

/*
 *   asking ── open ──► opening ── bytes ──► shown ── closed, or a minute ──► over
 *                        └── refused ──► failed ── again ──► opening
 */
export type Viewing =
  | { at: 'asking' | 'opening' | 'over' }
  | { at: 'shown'; image: OpenedImage }
  | { at: 'failed'; error: unknown };

/** One viewing of a one-time image. Closing it counts as seen. */
export function useOneTimeImage(chats: Chats, messageId: string) {
  const [viewing, setViewing] = useState<Viewing>({ at: 'asking' });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  async function open(): Promise<void> {
    setViewing({ at: 'opening' });
    try {
      const image = await openOneTimeImage(chats, { messageId, now });
      // Closed meanwhile: it counts as opened all the same.
      if (isHere.current) setViewing({ at: 'shown', image });
      else consumeOneTimeImage(chats, messageId);
    } catch (error) {
      if (isHere.current) setViewing({ at: 'failed', error });
    }
  }

  const until = viewing.at === 'shown' ? viewing.image.until : null;
  useEffect(() => {
    if (until === null) return;
    const stop = after(Math.max(0, until - now()), () => setViewing({ at: 'over' }));
    return () => {
      stop();
      consumeOneTimeImage(chats, messageId);
    };
  }, [until, chats, messageId]);
  return { viewing, open: () => void open() };
}
