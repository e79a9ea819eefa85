import type { Picture, PictureWithThumb } from './redraw.ts';
import { createSlots, type Slots } from './slots.ts';

export interface Images {
  /** @throws DomainError 'unreadable-file', 'image-too-large' or 'busy'. */
  redraw(file: Buffer, owner: string): Promise<Picture>;
  redrawWithThumb(file: Buffer, owner: string): Promise<PictureWithThumb>;
}

/**
 * Pixel work runs in libuv's threads, four for all of Node: two for pictures leave two for files and DNS. The declared
 * size is checked before any pixel. The library loads with the first picture, to save memory.
 */
export function createImages(): Images {
  const slots: Slots = createSlots({ running: 2, waiting: 32, waitingEach: 3 });
  const drawing = () => import('./redraw.ts');

  return {
    redraw: (file, owner) => slots.run(owner, async () => (await drawing()).redraw(file)),
    redrawWithThumb: (file, owner) => slots.run(owner, async () => (await drawing()).redrawWithThumb(file)),
  };
}
