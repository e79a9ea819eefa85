/*
 * Which files are pictures, by their bytes. Sender and server share it, so that no picture is shown first and refused
 * after its upload. Decoders read the pixels.
 */
import { FIXED } from './limits.ts';

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** Returns what a file is by its first bytes, not by its name; null: no picture that is taken. */
export function pictureKindOf(file: Uint8Array): PictureKind | null {
  if (starts(file, '\u00FF\u00D8\u00FF')) return 'jpeg';
  if (starts(file, '\u0089PNG\r\n\u001A\n')) return 'png';
  if (starts(file, 'GIF87a') || starts(file, 'GIF89a')) return 'gif';
  return starts(file, 'RIFF') && starts(file, 'WEBP', 8) && isWholeRiff(file) ? 'webp' : null;
}

/** Browsers show a truncated WebP, and libwebp reads none. */
function isWholeRiff(file: Uint8Array): boolean {
  return 8 + new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(4, true) <= file.length;
}

function starts(file: Uint8Array, signature: string, at = 0): boolean {
  return Array.from(signature, (byte) => byte.charCodeAt(0)).every((byte, i) => file[at + i] === byte);
}

/** Whether a picture has too long a side, too many frames or too many pixels in all of them: a small file can ask for gigabytes. */
export function isPictureTooLarge({
  width,
  height,
  frames,
}: {
  width: number;
  height: number;
  frames: number;
}): boolean {
  return (
    frames > FIXED.imageFrames ||
    Math.max(width, height) > FIXED.imageSide ||
    width * height * frames > FIXED.imagePixels
  );
}

/**
 * Counts the frames of a picture by its blocks alone, up to one more than `most`. A still picture has one. In a broken
 * file it counts what can be read.
 */
export function countFrames(file: Uint8Array, most: number = FIXED.imageFrames): number {
  const kind = pictureKindOf(file);
  if (kind === 'gif') return Math.max(1, countGif(file, most));
  return kind === 'webp' ? Math.max(1, countWebp(file, most)) : 1;
}

const GIF = { head: 13, imageHead: 10, extension: 0x21, image: 0x2c, end: 0x3b } as const;

function countGif(file: Uint8Array, most: number): number {
  let frames = 0;
  let at = GIF.head + tableBytes(file[10]);
  while (at < file.length && frames <= most && file[at] !== GIF.end) {
    if (file[at] === GIF.image) {
      frames++;
      // The byte before the pixels says how they are packed.
      at = afterBlocks(file, at + GIF.imageHead + tableBytes(file[at + GIF.imageHead - 1]) + 1);
    } else at = file[at] === GIF.extension ? afterBlocks(file, at + 2) : at + 1;
  }
  return frames;
}

/** Returns the length of a table of colours, if there is one. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Skips blocks: each begins with its length; one of length 0 ends them. */
function afterBlocks(file: Uint8Array, from: number): number {
  let at = from;
  for (let length = file[at]; length !== undefined && length > 0; length = file[at]) at += length + 1;
  return at + 1;
}

function countWebp(file: Uint8Array, most: number): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let frames = 0;
  for (let at = 12; at + 8 <= file.length && frames <= most;) {
    if (starts(file, 'ANMF', at)) frames++;
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return frames;
}
