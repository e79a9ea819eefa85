import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { crowdedVoice, recording } from './voices.ts';

/** Must not occur in any stored file. */
export const MARKER = 'EVIL-MARKER-7f3a';
const SCRIPT = `<html><script>alert("${MARKER}")</script></html>`;

export interface HostileFile {
  name: string;
  bytes: Buffer;
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif';
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif'];

/** A small picture, different for every seed. */
export async function picture(format: Format, { side = 48, seed = 0 } = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3, 0);
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 31 + seed * 97 + (i >> 4) * seed) % 256;
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG of one colour: few bytes, many pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Math.ceil(width / 8) + 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A GIF of that many empty frames, on a canvas of that size. */
export function gifBomb({ side, frames }: { side: number; frames: number }): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0]), palette]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const image = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0]),
    Buffer.from([2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([
    head,
    ...Array.from({ length: frames }, () => Buffer.concat([control, image])),
    Buffer.from([0x3b]),
  ]);
}

/** A picture with author, place and comments in its metadata. */
async function talkative(format: Format, seed: number): Promise<Buffer> {
  const exif = {
    IFD0: { Copyright: MARKER, Artist: MARKER, ImageDescription: MARKER },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSMapDatum: MARKER },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARKER}"/></rdf:RDF></x:xmpmeta>`;
  return sharp(await picture(format === 'gif' ? 'png' : format, { seed }))
    .withExif(exif)
    .withXmp(xmp)
    .withIccProfile('p3')
    .toFormat(format === 'gif' ? 'webp' : format)
    .toBuffer();
}

/** A comment segment straight after the first marker. */
function jpegWithComment(jpeg: Buffer, text: string): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), size, Buffer.from(text), jpeg.subarray(2)]);
}

function pngWithText(png: Buffer, text: string): Buffer {
  const at = 8 + 25;
  return Buffer.concat([png.subarray(0, at), chunk('tEXt', Buffer.from(`Comment\0${text}`)), png.subarray(at)]);
}

/** GIF whose size reads as the beginning of a JavaScript comment. */
function gifScript(gif: Buffer): Buffer {
  const script = Buffer.from(gif);
  script.writeUInt16LE(0x2a2f, 6);
  return Buffer.concat([script, Buffer.from(`*/=1;alert("${MARKER}")//`)]);
}

/** Real pictures that carry something else. */
async function stowaways(round: number): Promise<HostileFile[]> {
  const [jpeg, png, gif] = await Promise.all([
    picture('jpeg', { seed: round }),
    picture('png', { seed: round }),
    picture('gif', { seed: round }),
  ]);
  const files = [
    { name: 'JPEG with HTML behind', bytes: Buffer.concat([jpeg, Buffer.from(SCRIPT)]) },
    { name: 'JPEG with HTML as its comment', bytes: jpegWithComment(jpeg, SCRIPT) },
    { name: 'JPEG with a zip behind', bytes: Buffer.concat([jpeg, zip()]) },
    { name: 'PNG with a text', bytes: pngWithText(png, SCRIPT) },
    { name: 'PNG with HTML behind', bytes: Buffer.concat([png, Buffer.from(SCRIPT)]) },
    { name: 'GIF with a script behind', bytes: Buffer.concat([gif, Buffer.from(SCRIPT)]) },
    { name: 'GIF that is a script', bytes: gifScript(gif) },
  ];
  for (const format of FORMATS) files.push({ name: `${format} with EXIF`, bytes: await talkative(format, round) });
  return files;
}

function zip(): Buffer {
  const head = Buffer.alloc(30);
  head.set([0x50, 0x4b, 3, 4]);
  head.writeUInt16LE(MARKER.length, 26);
  return Buffer.concat([head, Buffer.from(MARKER)]);
}

/** Files that are no pictures. */
function impostors(round: number): HostileFile[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${round + 1}" height="9"><script>alert("${MARKER}")</script></svg>`;
  const said = (text: string): Buffer => Buffer.from(`${text}<!-- ${round} -->`);
  return [
    { name: 'SVG', bytes: Buffer.from(svg) },
    { name: 'SVG with a declaration', bytes: Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`) },
    { name: 'SVG behind a JPEG marker', bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]) },
    {
      name: 'SVG behind a PNG signature',
      bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
    },
    { name: 'HTML', bytes: said(SCRIPT) },
    { name: 'JavaScript behind GIF89a', bytes: said(`GIF89a/*${MARKER}*/=1;alert(1)`) },
    { name: 'zip', bytes: Buffer.concat([zip(), said('')]) },
    { name: 'PDF', bytes: said(`%PDF-1.7 ${MARKER}`) },
    { name: 'TIFF', bytes: Buffer.concat([Buffer.from('49492a0008000000', 'hex'), said(MARKER)]) },
    { name: 'HEIC', bytes: Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from(`ftypheic${MARKER}`)]) },
    { name: 'RIFF that is a sound', bytes: Buffer.concat([Buffer.from('RIFF\u0010\0\0\0WAVE'), said(MARKER)]) },
    { name: 'WebP without a picture', bytes: Buffer.concat([Buffer.from('RIFF\u0010\0\0\0WEBP'), said(MARKER)]) },
    { name: 'a program', bytes: Buffer.concat([Buffer.from('7f454c46', 'hex'), said(MARKER)]) },
    { name: 'a single byte', bytes: Buffer.from([round % 256]) },
  ];
}

/** Truncated pictures, or with some bytes flipped. */
async function broken(round: number): Promise<HostileFile[]> {
  const files: HostileFile[] = [];
  for (const format of FORMATS) {
    const whole = await talkative(format, round);
    files.push({ name: `${format} cut off`, bytes: whole.subarray(0, 12 + ((round * 37) % (whole.length - 12))) });
    const turned = Buffer.from(whole);
    for (let i = 0; i < 12; i++) turned[12 + ((round * 131 + i * 977) % (turned.length - 12))]! ^= 0xff;
    files.push({ name: `${format} with bytes turned`, bytes: turned });
  }
  return files;
}

/** At least 500. */
export async function hostileImages(): Promise<HostileFile[]> {
  const rounds = await Promise.all(
    Array.from({ length: 16 }, async (_, round) => [
      ...(await stowaways(round)),
      ...impostors(round),
      ...(await broken(round)),
    ]),
  );
  return rounds.flat().map(({ name, bytes }, i) => ({ name: `${name} (${i})`, bytes }));
}

/** Small files that cost much. */
export function bombs(): HostileFile[] {
  return [
    { name: '256 megapixels of PNG', bytes: pngBomb(16_000, 16_000) },
    { name: 'a PNG 2,000,000 wide', bytes: pngBomb(2_000_000, 40) },
    { name: 'a PNG whose header says 4 gigapixels', bytes: pngBomb(65_000, 8).fill(0xff, 22, 24) },
    { name: 'a GIF of 60,000 × 60,000', bytes: gifBomb({ side: 60_000, frames: 1 }) },
    { name: 'a GIF of 400 large frames', bytes: gifBomb({ side: 2_000, frames: 400 }) },
    { name: 'a GIF of 200 large frames', bytes: gifBomb({ side: 2_000, frames: 200 }) },
    { name: 'a GIF of 5,000 frames', bytes: gifBomb({ side: 8, frames: 5_000 }) },
    { name: 'a GIF of 300,000 frames', bytes: gifBomb({ side: 16, frames: 300_000 }) },
  ];
}

export async function hostileVoices(): Promise<HostileFile[]> {
  const one = await recording({ container: 'webm', seconds: 1 });
  const apple = await recording({ container: 'mp4', seconds: 1 });
  return [
    { name: 'WebM with a video', bytes: await recording({ container: 'webm', seconds: 1, video: 'also' }) },
    { name: 'WebM of 123 s', bytes: await recording({ container: 'webm', seconds: 123 }) },
    { name: 'm4a of 123 s', bytes: await recording({ container: 'mp4', seconds: 123 }) },
    { name: 'm4a of 12,201 packets in a moment', bytes: crowdedVoice(12_201) },
    { name: 'HTML behind a WebM signature', bytes: Buffer.concat([one.subarray(0, 40), Buffer.from(SCRIPT)]) },
    { name: 'HTML behind ftyp', bytes: Buffer.concat([apple.subarray(0, 32), Buffer.from(SCRIPT)]) },
    { name: 'a picture', bytes: await picture('jpeg') },
    { name: 'a zip', bytes: zip() },
    { name: 'WebM without sound', bytes: one.subarray(0, 200) },
    { name: 'm4a without its index', bytes: apple.subarray(0, 60) },
  ];
}
