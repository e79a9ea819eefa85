import type { FileKind } from './sniff.ts';

/**
 * Whether a picture that moves has more frames than that, by its blocks alone and read no further than need be: sharp
 * lists the time of every single one, which holds everybody up where there are hundreds of thousands. Of a file that is
 * broken it says what can be seen; sharp judges the rest.
 */
export function hasMoreFrames(file: Buffer, { kind, most }: { kind: FileKind | null; most: number }): boolean {
  if (kind === 'gif') return countGif(file, most) > most;
  return kind === 'webp' && countWebp(file, most) > most;
}

const GIF = { head: 13, imageHead: 10, extension: 0x21, image: 0x2c, end: 0x3b } as const;

function countGif(file: Buffer, most: number): number {
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

/** Of a table of colours, if there is one. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Each begins with its length; one of length 0 ends them. */
function afterBlocks(file: Buffer, from: number): number {
  let at = from;
  for (let length = file[at]; length !== undefined && length > 0; length = file[at]) at += length + 1;
  return at + 1;
}

function countWebp(file: Buffer, most: number): number {
  let frames = 0;
  for (let at = 12; at + 8 <= file.length && frames <= most;) {
    if (file.toString('latin1', at, at + 4) === 'ANMF') frames++;
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return frames;
}
