import sharp from 'sharp';
import { expect, test } from 'vitest';
import { differenceHash } from './image-hash.ts';

/** Stripes and a disc, drawn anew at any size. */
function drawn({ side, bright = '#fc0' }: { side: number; bright?: string }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 80" width="${side}" height="${side}">
    <rect width="90" height="80" fill="#123"/><rect x="20" width="15" height="80" fill="${bright}"/>
    <circle cx="60" cy="30" r="22" fill="#eee"/><rect y="60" width="90" height="9" fill="#a33"/></svg>`;
  return sharp(Buffer.from(svg));
}

function bitsApart(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;
}

test('the same picture at another size and quality differs in few bits of 64, another picture in many', async () => {
  const large = await differenceHash(await drawn({ side: 800 }).webp({ quality: 82 }).toBuffer());
  const small = await differenceHash(await drawn({ side: 200 }).jpeg({ quality: 40 }).toBuffer());
  const other = await differenceHash(await drawn({ side: 800 }).flip().rotate(90).webp().toBuffer());
  expect(large).toMatch(/^[0-9a-f]{16}$/);
  expect(bitsApart(large, small)).toBeLessThanOrEqual(4);
  expect(bitsApart(large, other)).toBeGreaterThan(10);
});
