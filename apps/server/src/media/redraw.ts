import { FIXED } from '@yonder/contract';
import { countFrames, isPictureTooLarge, pictureKindOf } from '@yonder/contract/pictures';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { DomainError } from '../platform/errors.ts';

/** A stored picture: redrawn from its pixels, so nothing else of the upload is left. */
export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

export interface PictureWithThumb extends Picture {
  /** Still, even for an animation. */
  thumb: Buffer;
  /** A data: address. */
  placeholder: string;
}

const MAX_SIDE = 2_048;
/** Keeps a column of phone screenshots legible. */
const LEGIBLE_SIDE = 720;
const LONGEST_SIDE = 10_000;
const THUMB_SIDE = 512;
const PLACEHOLDER_SIDE = 16;
/** Per step; an honest picture takes a tenth of it on a slow machine. */
const PATIENCE_SECONDS = 20;
const QUALITY = {
  still: { quality: 82, effort: 4 },
  moving: { quality: 75, effort: 1 },
  /** 256 pixels of noise stay far below FIXED.placeholderLength. */
  tiny: { quality: 30, alphaQuality: 0 },
} as const;

// One core per picture.
sharp.concurrency(1);
// A one-time image must not live on in a cache.
sharp.cache(false);

/** @throws DomainError 'unreadable-file' or 'image-too-large'. */
export async function redraw(file: Buffer): Promise<Picture> {
  const kind = pictureKindOf(file);
  if (kind === null) throw new DomainError('unreadable-file');
  // sharp lists every frame's delay, which blocks all requests when there are hundreds of thousands.
  const frames = countFrames(file);
  if (frames > FIXED.imageFrames) throw new DomainError('image-too-large');
  // Draw a truncated file as far as it goes, as browsers do: many old programs leave out the end.
  const options: SharpOptions = { limitInputPixels: FIXED.imagePixels, failOn: 'none', animated: frames > 1 };
  const {
    format,
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await readable(() => sharp(file, options).metadata());
  if (format !== kind) throw new DomainError('unreadable-file');
  if (isPictureTooLarge({ width, height: pageHeight, frames: pages })) throw new DomainError('image-too-large');
  return pages > 1
    ? redrawMoving(file, options)
    : redrawStill(file, { options, side: longestSideOf({ width, height }) });
}

async function redrawStill(file: Buffer, { options, side }: { options: SharpOptions; side: number }): Promise<Picture> {
  const { data, info } = await readable(() =>
    shrunk(sharp(file, options).autoOrient(), side).toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, width: info.width, height: info.height };
}

/** Keeps the orientation: sharp rotates no animation. */
async function redrawMoving(file: Buffer, options: SharpOptions): Promise<Picture> {
  const { data, info } = await readable(() =>
    shrunk(sharp(file, options), MAX_SIDE).webp(QUALITY.moving).toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** @throws DomainError 'unreadable-file' or 'image-too-large'. */
export async function redrawWithThumb(file: Buffer): Promise<PictureWithThumb> {
  const picture = await redraw(file);
  const thumb = await readable(() => cut(picture).toBuffer());
  const tiny = await readable(() => shrunk(sharp(thumb), PLACEHOLDER_SIDE).webp(QUALITY.tiny).toBuffer());
  return { ...picture, thumb, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** A very long picture keeps enough width to be legible. */
function longestSideOf({ width, height }: { width: number; height: number }): number {
  const [short, long] = width < height ? [width, height] : [height, width];
  return Math.min(LONGEST_SIDE, Math.max(MAX_SIDE, Math.round((long * LEGIBLE_SIDE) / short)));
}

/** Cuts out the middle, as much as a chat shows. */
function cut({ bytes, width, height }: Picture): Sharp {
  const { narrowest, widest } = FIXED.imageRatio;
  const shown = {
    width: Math.max(1, Math.round(Math.min(width, height * widest))),
    height: Math.max(1, Math.round(Math.min(height, width / narrowest))),
  };
  const left = Math.floor((width - shown.width) / 2);
  const top = Math.floor((height - shown.height) / 2);
  return shrunk(sharp(bytes).extract({ left, top, ...shown }), THUMB_SIDE);
}

/** Never enlarges. sharp drops EXIF, XMP, IPTC and colour profiles, converting colours to sRGB. */
function shrunk(picture: Sharp, side: number): Sharp {
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: PATIENCE_SECONDS })
    .webp(QUALITY.still);
}

/** An unreadable file is the sender's error; its details reach no client. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const tooLarge = cause instanceof Error && cause.message.includes('pixel limit');
    throw new DomainError(tooLarge ? 'image-too-large' : 'unreadable-file', { cause });
  }
}
