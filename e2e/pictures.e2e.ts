/* Draws what stands for the product outside of it: `npm run screenshots -- pictures`. Writes apps/web/public. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ico, iconSvg, landingScene, shareCard, signSvg, type Sky, SKY_TOKENS } from './support/drawings.ts';
import { test } from './support/test.ts';

const PUBLIC = fileURLToPath(new URL('../apps/web/public/', import.meta.url));
const SCREENS = fileURLToPath(new URL('../docs/screens/', import.meta.url));

const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 144 }).resize(size).png({ compressionLevel: 9 }).toBuffer();

async function skyOf(page: Page): Promise<Sky> {
  const entries = await page.evaluate((tokens) => {
    const style = getComputedStyle(document.documentElement);
    return tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()] as const);
  }, SKY_TOKENS);
  return Object.fromEntries(entries) as Sky;
}

test('the icons, and the card of a shared link', async ({ open, product }) => {
  const page = await open('none', { viewport: { width: 1200, height: 630 } });
  await page.goto(product.url);
  await page.locator('[data-part="sky"]').first().waitFor();
  const sky = await skyOf(page);
  const icons = join(PUBLIC, 'icons');
  await mkdir(icons, { recursive: true });
  const [plate, bleed, sign] = [iconSvg('plate', sky), iconSvg('bleed', sky), signSvg()];
  const drawn = [
    ['icon-192', plate, 192],
    ['icon-512', plate, 512],
    ['maskable-512', bleed, 512],
    ['apple-touch-icon', bleed, 180],
    ['monochrome-512', sign, 512],
    ['badge-96', sign, 96],
  ] as const;
  for (const [name, svg, size] of drawn) await writeFile(join(icons, `${name}.png`), await png(svg, size));
  await writeFile(join(PUBLIC, 'favicon.ico'), ico(await png(plate, 32), 32));

  const fonts = createRequire(new URL('../apps/web/package.json', import.meta.url));
  const path = fonts.resolve('@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2');
  const font = `data:font/woff2;base64,${await readFile(path, 'base64')}`;
  const scene = await page.evaluate(landingScene);
  await page.goto('about:blank');
  await page.setContent(shareCard({ scene, words: ['Meet', 'the people', 'you haven’t', 'met yet'], font, sky }));
  await page.evaluate(() => document.fonts.ready);
  await writeFile(
    join(PUBLIC, 'share.png'),
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toBuffer(),
  );
});

test('the screens that an installer shows', async () => {
  const folder = join(PUBLIC, 'screenshots');
  await mkdir(folder, { recursive: true });
  for (const name of ['landing', 'home']) {
    for (const [size, form] of Object.entries({ mobile: 'narrow', desktop: 'wide' })) {
      const picture = sharp(join(SCREENS, `${name}-${size}-dark.png`)).webp({ quality: 82 });
      await picture.toFile(join(folder, `${name}-${form}.webp`));
    }
  }
});
