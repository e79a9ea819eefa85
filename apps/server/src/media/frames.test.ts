import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasMoreFrames } from './frames.ts';
import { gifBomb } from './testing/hostile-files.ts';

async function moving(kind: 'gif' | 'webp', frames: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const one = () => sharp({ create: { width: 24, height: 24, channels: 3, background: '#808080', noise } }).png();
  const drawn = await Promise.all(Array.from({ length: frames }, () => one().toBuffer()));
  return sharp(drawn, { join: { animated: true } })
    .toFormat(kind)
    .toBuffer();
}

test.each(['gif', 'webp'] as const)('a %s of 12 frames has more than 11, not more than 12', async (kind) => {
  const file = await moving(kind, 12);
  expect([11, 12].map((most) => hasMoreFrames(file, { kind, most }))).toEqual([true, false]);
});

test('300,000 frames are known to be too many before they are read', () => {
  const bomb = gifBomb({ side: 8, frames: 300_000 });
  // Read no further than need be: what comes after the 301st frame is not looked at.
  const { proxy, lastRead } = watched(bomb);
  expect(hasMoreFrames(proxy, { kind: 'gif', most: 300 })).toBe(true);
  expect(lastRead()).toBeLessThan(bomb.length / 100);
});

/** The same bytes, and how far they were read. */
function watched(file: Buffer): { proxy: Buffer; lastRead(): number } {
  let last = 0;
  const proxy = new Proxy(file, {
    get(bytes, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) last = Math.max(last, Number(key));
      return Reflect.get(bytes, key, bytes);
    },
  });
  return { proxy, lastRead: () => last };
}

test('what is cut off or is no picture at all is read to its end', async () => {
  for (const kind of ['gif', 'webp'] as const) {
    const file = await moving(kind, 3);
    for (let end = 0; end < file.length; end++) {
      expect(hasMoreFrames(file.subarray(0, end), { kind, most: 3 })).toBe(false);
    }
    expect(hasMoreFrames(Buffer.alloc(100_000, 0x2c), { kind, most: 1_000_000 })).toBe(false);
  }
});

test('one that stands still has no frames to count', () => {
  expect(hasMoreFrames(Buffer.alloc(100), { kind: 'png', most: 0 })).toBe(false);
});
