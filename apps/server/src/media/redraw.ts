import { FIXED } from '@yonder/contract';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { DomainError } from '../platform/errors.ts';
import { hasMoreFrames } from './frames.ts';
import { sniff, type FileKind } from './sniff.ts';

/** A picture as we keep it: drawn anew from its pixels, so nothing else of what was sent is left. */
export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

export interface PictureWithThumb extends Picture {
  /** Still, also of a picture that moves. */
  thumb: Buffer;
  /** A data: address. */
  placeholder: string;
}

const MAX_SIDE = 2_048;
const THUMB_SIDE = 512;
const PLACEHOLDER_SIDE = 16;
const MAX_FRAMES = 300;
/** Of one step; an honest picture takes a tenth of it on a slow machine. */
const PATIENCE_SECONDS = 20;
const READABLE: readonly (FileKind | null)[] = ['jpeg', 'png', 'gif', 'webp'];
const MOVING: readonly (FileKind | null)[] = ['gif', 'webp'];
const QUALITY = {
  still: { quality: 82, effort: 4 },
  moving: { quality: 75, effort: 1 },
  /** 256 pixels of noise stay far below FIXED.placeholderLength. */
  tiny: { quality: 30, alphaQuality: 0 },
} as const;

// One core each.
sharp.concurrency(1);
// A one-time image must not live on in a cache.
sharp.cache(false);

/** @throws DomainError 'unreadable-file' or 'image-too-large'. */
export async function redraw(file: Buffer): Promise<Picture> {
  const kind = sniff(file);
  if (!READABLE.includes(kind)) throw new DomainError('unreadable-file');
  if (hasMoreFrames(file, { kind, most: MAX_FRAMES })) throw new DomainError('image-too-large');
  const options: SharpOptions = {
    limitInputPixels: FIXED.imagePixels,
    failOn: 'error',
    animated: MOVING.includes(kind),
  };
  const { format, ...size } = await readable(() => sharp(file, options).metadata());
  if (format !== kind) throw new DomainError('unreadable-file');
  expectSize(size);
  const quality = (size.pages ?? 1) > 1 ? QUALITY.moving : QUALITY.still;
  const { data, info } = await readable(() =>
    shrunk(sharp(file, options).autoOrient(), MAX_SIDE).webp(quality).toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** @throws DomainError 'unreadable-file' or 'image-too-large'. */
export async function redrawWithThumb(file: Buffer): Promise<PictureWithThumb> {
  const picture = await redraw(file);
  const thumb = await readable(() => shrunk(sharp(picture.bytes), THUMB_SIDE).toBuffer());
  const tiny = await readable(() => shrunk(sharp(thumb), PLACEHOLDER_SIDE).webp(QUALITY.tiny).toBuffer());
  return { ...picture, thumb, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** Of all frames together: a small file can ask for gigabytes. */
function expectSize({ width, height, pages = 1 }: Pick<Metadata, 'width' | 'height' | 'pages'>): void {
  if (width * height > FIXED.imagePixels || pages > MAX_FRAMES) throw new DomainError('image-too-large');
}

/** Never enlarged. sharp leaves out EXIF, XMP, IPTC and colour profiles, whose colours it turns into sRGB. */
function shrunk(picture: Sharp, side: number): Sharp {
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: PATIENCE_SECONDS })
    .webp(QUALITY.still);
}

/** What cannot be read is the sender's doing; what it says in detail is for nobody. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const tooLarge = cause instanceof Error && cause.message.includes('pixel limit');
    throw new DomainError(tooLarge ? 'image-too-large' : 'unreadable-file', { cause });
  }
}
