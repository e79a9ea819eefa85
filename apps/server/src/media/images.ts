import type { Picture, PictureWithThumb } from './redraw.ts';
import { createSlots, type Slots } from './slots.ts';

export interface Images {
  /** @throws DomainError 'unreadable-file', 'image-too-large' or 'busy'. */
  redraw(file: Buffer, owner: string): Promise<Picture>;
  redrawWithThumb(file: Buffer, owner: string): Promise<PictureWithThumb>;
}

/**
 * Pixels are worked on in libuv's threads, of which there are four for all of Node: two for pictures leave two for files
 * and names. What a picture says of its size is read before a pixel is. The library comes with the first picture: a server
 * that idles does without its memory.
 */
export function createImages(): Images {
  const slots: Slots = createSlots({ running: 2, waiting: 32, waitingEach: 3 });
  const drawing = () => import('./redraw.ts');

  return {
    redraw: (file, owner) => slots.run(owner, async () => (await drawing()).redraw(file)),
    redrawWithThumb: (file, owner) => slots.run(owner, async () => (await drawing()).redrawWithThumb(file)),
  };
}
