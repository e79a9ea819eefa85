import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
/** Of a comparison: what looks otherwise now. */
const OTHERWISE = fileURLToPath(new URL('../results/screens/', import.meta.url));
/** A pixel differs when one of its three channels, of 255, does by more. */
const SAME_CHANNEL = 32;
/** Of all pixels: times, figures of nobody in particular and chance change a few, voices that move a horizon many. */
const MOST_DIFFERENT = { still: 0.04, living: 0.3 };
const LIVING = [
  'call',
  'call-devices',
  'calling',
  'decision',
  'direct-call',
  'finding',
  'incoming-in-chat',
  'recording',
  'reveal',
];
const SIZES = { mobile: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
const APPEARANCES = ['dark', 'light'] as const;

/**
 * One screen at both sizes, dark and light: docs/screens/{name}-{mobile|desktop}-{dark|light}.png, small. Written, or
 * compared with what is there (SCREENS=compare), which fails the test in the end. `at`: what has to be on the screen.
 */
export async function shoot(page: Page, name: string, at?: Locator): Promise<void> {
  if (name !== 'loading') {
    await expect(page.locator('h1').first()).toBeAttached();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  }
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const appearance of APPEARANCES) {
      await choose(page, appearance);
      await at?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await page.evaluate(settle);
      const small = await sharp(await page.screenshot())
        .png({ palette: true, quality: 90, effort: 8 })
        .toBuffer();
      const file = `${name}-${size}-${appearance}.png`;
      if (process.env['SCREENS'] === 'compare') await compare({ name, file, now: small });
      else await write(FOLDER, file, small);
    }
  }
}

async function compare({ name, file, now }: { name: string; file: string; now: Buffer }): Promise<void> {
  const most = LIVING.includes(name) ? MOST_DIFFERENT.living : MOST_DIFFERENT.still;
  const before = await readFile(FOLDER + file).catch(() => null);
  const different = before === null ? 1 : await differenceOf(before, now);
  if (different > most) await write(OTHERWISE, file, now);
  expect.soft(different, `${file}: the share of pixels that differ`).toBeLessThanOrEqual(most);
}

/** The share of pixels that are otherwise, 0 to 1. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()));
  if (a === undefined || b === undefined || a.length !== b.length) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) {
    const isOther = [0, 1, 2].some(
      (channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > SAME_CHANNEL,
    );
    different += Number(isOther);
  }
  return (3 * different) / a.length;
}

async function write(folder: string, file: string, picture: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(folder + file, picture);
}

/** By the setting where the page has it, so that it shows what is chosen; elsewhere for the picture alone. */
async function choose(page: Page, appearance: (typeof APPEARANCES)[number]): Promise<void> {
  const setting = page.locator(`input[name="appearance"][value="${appearance}"]`);
  // Without a pointer, which would scroll and hover.
  if ((await setting.count()) > 0) return setting.evaluate((radio: HTMLInputElement) => radio.click());
  await page.evaluate((chosen) => {
    // A sky of its own goes with the page; what fills the screen is always dark.
    for (const one of document.querySelectorAll<HTMLElement>('[data-appearance]:not([role="dialog"])')) {
      one.dataset['appearance'] = chosen;
    }
  }, appearance);
}

/** Runs in the page: ends once fonts, pictures and what moves to its place are there. */
async function settle(): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
}
