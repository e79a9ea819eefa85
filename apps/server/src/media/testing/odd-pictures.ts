import sharp, { type Sharp } from 'sharp';

/** The scene of every picture here: a green corner on a red ground, and a yellow disc to its lower right. */
export const SCENE = { width: 640, height: 400, green: [100, 100], yellow: [480, 300], red: [40, 390] } as const;

/** A picture as phones, scanners or old programs make it. */
export interface OddPicture {
  name: string;
  /** A typical file name. */
  file: string;
  bytes: Buffer;
}

async function drawScene(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="100%" height="100%" fill="#c03020"/><rect width="320" height="200" fill="#20a040"/><circle cx="480" cy="300" r="80" fill="#ffd040"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Stored on its side, with an orientation tag. */
function sideways(scene: Buffer): Sharp {
  return sharp(scene).rotate(270).withMetadata({ orientation: 6 });
}

async function movingScene(scene: Buffer): Promise<Sharp> {
  const second = await sharp(scene).negate().png().toBuffer();
  return sharp([scene, second], { join: { animated: true } });
}

/** Pictures that are accepted: upright, in their colours, as far as they go. */
export async function oddPictures(): Promise<OddPicture[]> {
  const scene = await drawScene();
  const jpeg = await sharp(scene).jpeg({ quality: 90 }).toBuffer();
  const afterJfif = 4 + jpeg.readUInt16BE(4);
  const turned = await sideways(scene).webp().toBuffer();
  return [
    { name: 'a photo on its side', file: 'a.jpg', bytes: await sideways(scene).jpeg().toBuffer() },
    { name: 'a WebP on its side', file: 'a.webp', bytes: turned },
    { name: 'a JPEG in CMYK', file: 'a.jpg', bytes: await sharp(scene).toColourspace('cmyk').jpeg().toBuffer() },
    {
      name: 'a JPEG in CMYK with its profile',
      file: 'a.jpg',
      bytes: await sharp(scene).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    },
    { name: 'a JPEG in Display P3', file: 'a.jpg', bytes: await sharp(scene).withIccProfile('p3').jpeg().toBuffer() },
    { name: 'a PNG of 16 bit', file: 'a.png', bytes: await sharp(scene).toColourspace('rgb16').png().toBuffer() },
    { name: 'a JPEG without its end', file: 'a.jpg', bytes: jpeg.subarray(0, -2) },
    { name: 'a PNG without its end', file: 'a.png', bytes: scene.subarray(0, -12) },
    { name: 'a GIF without its end', file: 'a.gif', bytes: (await sharp(scene).gif().toBuffer()).subarray(0, -1) },
    {
      name: 'a JPEG with bytes between two markers',
      file: 'a.jpg',
      bytes: Buffer.concat([jpeg.subarray(0, afterJfif), Buffer.from([1, 2, 3]), jpeg.subarray(afterJfif)]),
    },
    { name: 'a GIF that moves', file: 'a.gif', bytes: await (await movingScene(scene)).gif().toBuffer() },
    { name: 'a WebP that moves', file: 'a.webp', bytes: await (await movingScene(scene)).webp().toBuffer() },
  ];
}

/** The lower part is lost; the rest shows. */
export async function brokenOffPictures(): Promise<OddPicture[]> {
  const scene = await drawScene();
  const upTo = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.7));
  return [
    { name: 'a JPEG that breaks off', file: 'a.jpg', bytes: upTo(await sharp(scene).jpeg().toBuffer()) },
    {
      name: 'a PNG that breaks off',
      file: 'a.png',
      bytes: upTo(await sharp(scene).png({ compressionLevel: 0 }).toBuffer()),
    },
    { name: 'a GIF that breaks off', file: 'a.gif', bytes: upTo(await sharp(scene).gif().toBuffer()) },
  ];
}

/** Pictures that no browser shows or the server rejects: refused before upload. */
export async function foreignPictures(): Promise<OddPicture[]> {
  const scene = await drawScene();
  const jpeg = await sharp(scene).jpeg().toBuffer();
  const webp = await sharp(scene).webp().toBuffer();
  return [
    { name: 'bytes before a JPEG', file: 'a.jpg', bytes: Buffer.concat([Buffer.from('\r\n'), jpeg]) },
    { name: 'an AVIF that is called JPEG', file: 'a.jpg', bytes: await sharp(scene).avif({ effort: 0 }).toBuffer() },
    { name: 'a TIFF that is called PNG', file: 'a.png', bytes: await sharp(scene).tiff().toBuffer() },
    { name: 'a WebP that breaks off', file: 'a.webp', bytes: webp.subarray(0, Math.floor(webp.length * 0.7)) },
  ];
}

/** As phones save a page of many screens. */
export async function tallPicture({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#ffffff' } as const;
  return sharp({ create }).png().toBuffer();
}
