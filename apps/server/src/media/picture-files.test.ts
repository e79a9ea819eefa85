import sharp from 'sharp';
import { expect, test } from 'vitest';
import { countFrames, pictureKindOf } from '@yonder/contract/pictures';
import { gifBomb, picture } from './testing/hostile-files.ts';

async function moving(kind: 'gif' | 'webp', frames: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const one = () => sharp({ create: { width: 24, height: 24, channels: 3, background: '#808080', noise } }).png();
  const drawn = await Promise.all(Array.from({ length: frames }, () => one().toBuffer()));
  return sharp(drawn, { join: { animated: true } })
    .toFormat(kind)
    .toBuffer();
}

test.each(['gif', 'webp'] as const)('a %s of 12 frames has 12, counted up to 11 more than that', async (kind) => {
  const file = await moving(kind, 12);
  expect([countFrames(file), countFrames(file, 11), countFrames(file, 5)]).toEqual([12, 12, 6]);
});

test('300,000 frames are known to be too many before they are read', () => {
  const bomb = gifBomb({ side: 8, frames: 300_000 });
  // Reads no further than necessary: nothing after the 301st frame.
  const { proxy, lastRead } = watched(bomb);
  expect(countFrames(proxy)).toBe(301);
  expect(lastRead()).toBeLessThan(bomb.length / 100);
});

/** Wraps the bytes, and records how far they were read. */
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
      expect(countFrames(file.subarray(0, end))).toBeLessThanOrEqual(3);
    }
    const head = file.subarray(0, 12);
    expect(countFrames(Buffer.concat([head, Buffer.alloc(100_000, 0x2c)]), 1_000_000)).toBeLessThan(100_000);
  }
});

test('what stands still has one frame', async () => {
  expect(countFrames(await picture('gif'))).toBe(1);
  for (const format of ['png', 'jpeg', 'webp'] as const) expect(countFrames(await picture(format), 0)).toBe(1);
});

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  '%s is known by its first bytes, and by nothing before them',
  async (kind) => {
    const file = await picture(kind);
    expect(pictureKindOf(file)).toBe(kind);
    expect(pictureKindOf(Buffer.concat([Buffer.from('\r\n'), file]))).toBeNull();
    expect(pictureKindOf(file.subarray(0, 2))).toBeNull();
    expect(pictureKindOf(file.subarray(0, -2))).toBe(kind === 'webp' ? null : kind);
  },
);
