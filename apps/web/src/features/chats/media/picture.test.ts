import { expect, test } from 'vitest';
import { framesIn } from './picture.ts';

const GIF = 'GIF89a';
const fileOf = (bytes: string | Uint8Array<ArrayBuffer>, type = 'image/png'): File =>
  new File([bytes], 'sky.png', { type });
/** 10,000,000 bytes that begin as a picture. */
const large = (bytes: number): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(bytes);
  file.set(new TextEncoder().encode(GIF));
  return file;
};

test('a picture of 10,000,000 bytes is taken, one more is too large', async () => {
  expect(await framesIn(fileOf(large(10_000_000)))).toBe(1);
  await expect(framesIn(fileOf(large(10_000_001)))).rejects.toMatchObject({ reason: 'image-too-large' });
});

test.each(['', 'application/octet-stream', 'image/jpg'])(
  'a picture whose type a phone calls "%s" is one',
  async (type) => {
    expect(await framesIn(fileOf(GIF, type))).toBe(1);
  },
);

test.each([
  ['an empty file', ''],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HEIC', '\0\0\0\u0018ftypheic'],
  ['AVIF', '\0\0\0\u0020ftypavif'],
  ['bytes before the picture', '\r\nGIF89a'],
])('%s is refused before it is sent, whatever its name says', async (_, bytes) => {
  await expect(framesIn(fileOf(bytes))).rejects.toMatchObject({ reason: 'unreadable-file' });
});

test('a file that is gone by the time it is read cannot be read', async () => {
  const gone = { size: 9, arrayBuffer: () => Promise.reject(new Error('NotFoundError')) };
  await expect(framesIn(gone)).rejects.toMatchObject({ reason: 'unreadable-file' });
});
