import sharp from 'sharp';
import { expect, test } from 'vitest';
import { differenceHash } from './image-hash.ts';

/** A gradient over a hill, drawn at any size. */
function drawn(side: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 80" width="${side}" height="${side}">
    <defs><linearGradient id="sky" x2="1" y2=".4"><stop stop-color="#023"/><stop offset="1" stop-color="#fd8"/></linearGradient>
    <linearGradient id="hill" x2="1"><stop stop-color="#dfc"/><stop offset="1" stop-color="#120"/></linearGradient></defs>
    <rect width="90" height="80" fill="url(#sky)"/><path d="M0 80 30 30 60 50 90 35V80Z" fill="url(#hill)"/></svg>`;
  return sharp(Buffer.from(svg));
}

function bitsApart(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;
}

test('the same picture at another size and quality differs in few bits of 64, another picture in many', async () => {
  const large = await differenceHash(await drawn(800).webp({ quality: 82 }).toBuffer());
  const small = await differenceHash(await drawn(200).jpeg({ quality: 40 }).toBuffer());
  const other = await differenceHash(await drawn(800).flip().rotate(90).webp().toBuffer());
  expect(large).toMatch(/^[0-9a-f]{16}$/);
  expect(bitsApart(large, small)).toBeLessThanOrEqual(4);
  expect(bitsApart(large, other)).toBeGreaterThan(10);
});
