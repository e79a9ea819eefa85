import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url));
const SIZES = { mobile: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
const APPEARANCES = ['dark', 'light'] as const;

/** Writes one screen at both sizes, dark and light: docs/screens/{name}-{mobile|desktop}-{dark|light}.png, small. */
export async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const appearance of APPEARANCES) {
      await choose(page, appearance);
      await page.evaluate(settle);
      const picture = await page.screenshot();
      const small = await sharp(picture).png({ palette: true, quality: 90, effort: 8 }).toBuffer();
      await writeFile(`${FOLDER}${name}-${size}-${appearance}.png`, small);
    }
  }
}

/** By the setting where the page has it, so that it shows what is chosen; elsewhere for the picture alone. */
async function choose(page: Page, appearance: (typeof APPEARANCES)[number]): Promise<void> {
  const setting = page.locator(`input[name="appearance"][value="${appearance}"]`);
  // Without a pointer, which would scroll and hover.
  if ((await setting.count()) > 0) return setting.evaluate((radio: HTMLInputElement) => radio.click());
  await page.evaluate((chosen) => {
    document.documentElement.dataset['appearance'] = chosen;
  }, appearance);
}

/** Runs in the page: ends once fonts, pictures and what moves to its place are there. */
async function settle(): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
}
