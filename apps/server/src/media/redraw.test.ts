import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { redraw, redrawWithThumb } from './redraw.ts';
import { brokenOffPictures, foreignPictures, oddPictures, SCENE, tallPicture } from './testing/odd-pictures.ts';

async function coloursOf(picture: Buffer, places: readonly (readonly [x: number, y: number])[]): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (y * info.width + x) * info.channels;
    return [...data.subarray(at, at + 3)];
  });
}

const isGreen = ([r = 0, g = 0, b = 0]: number[]): boolean => g > r + 60 && g > b + 60;
const isYellow = ([r = 0, g = 0, b = 0]: number[]): boolean => r > b + 100 && g > b + 100;
const isRed = ([r = 0, g = 0, b = 0]: number[]): boolean => r > g + 80 && r > b + 80;

test.each(await oddPictures())('$name arrives upright and in its colours', async ({ bytes }) => {
  const { bytes: stored, width, height } = await redraw(bytes);
  expect([width, height]).toEqual([SCENE.width, SCENE.height]);
  const [green = [], yellow = [], red = []] = await coloursOf(stored, [SCENE.green, SCENE.yellow, SCENE.red]);
  const seen = { green: isGreen(green), yellow: isYellow(yellow), red: isRed(red) };
  expect(seen, [green, yellow, red].join(' | ')).toEqual({ green: true, yellow: true, red: true });
});

test.each(await brokenOffPictures())('$name arrives as far as it goes', async ({ bytes }) => {
  const { bytes: stored } = await redraw(bytes);
  const [green = []] = await coloursOf(stored, [SCENE.green]);
  expect(isGreen(green), green.join(' ')).toBe(true);
});

test.each(await foreignPictures())('$name is refused', async ({ bytes }) => {
  await expect(redraw(bytes)).rejects.toMatchObject({ reason: 'unreadable-file' });
});

test('a WebP that moves and lies on its side arrives as it lies', async () => {
  const frame = (background: string) => ({ create: { width: 30, height: 20, channels: 3, background } as const });
  const drawn = await Promise.all(['red', 'green'].map((colour) => sharp(frame(colour)).png().toBuffer()));
  const still = await sharp(drawn, { join: { animated: true } })
    .webp()
    .toBuffer();
  const moving = await sharp(still, { animated: true }).withMetadata({ orientation: 6 }).webp().toBuffer();
  expect(await redraw(moving)).toMatchObject({ width: 30, height: 20 });
});

test.each([
  ['a page of 1080 × 20000', { width: 1_080, height: 20_000 }, [540, 10_000], [307, 512]],
  ['a panorama of 9000 × 1500', { width: 9_000, height: 1_500 }, [4_320, 720], [512, 233]],
  ['a photo of 4000 × 3000', { width: 4_000, height: 3_000 }, [2_048, 1_536], [512, 384]],
  ['a line of 1 × 30000', { width: 1, height: 30_000 }, [1, 10_000], [1, 2]],
  ['a dot', { width: 1, height: 1 }, [1, 1], [1, 1]],
] as const)('%s keeps what can be read of it, and its thumb is what a chat shows', async (_, size, whole, small) => {
  const { width, height, thumb } = await redrawWithThumb(await tallPicture(size));
  expect([width, height]).toEqual(whole);
  const { width: thumbWidth, height: thumbHeight } = await sharp(thumb).metadata();
  expect([thumbWidth, thumbHeight]).toEqual(small);
});

/** Eight bits a channel, of which the first rows are there. */
function brokenOffPng({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

// Each missing row costs the main thread a note: 20,000,000 of them stopped the server for 29 s.
test.each([
  { width: 1, height: 65_536 },
  { width: 65_536, height: 1 },
  { width: 1, height: 20_000_000 },
])('a PNG of $width × $height is refused before it is drawn', async (size) => {
  await expect(redraw(brokenOffPng(size))).rejects.toMatchObject({ reason: 'image-too-large' });
});

test('a PNG of 1 × 65535 that breaks off is drawn', async () => {
  expect(await redraw(brokenOffPng({ width: 1, height: 65_535 }))).toMatchObject({ width: 1 });
});
