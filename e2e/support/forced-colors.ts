import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** Of what one has to see of a control: WCAG 1.4.11. */
const CONTRAST = 3;

interface Control {
  name: string;
  /** On the screenshot, in pixels. */
  box: { left: number; top: number; width: number; height: number };
}

/** Controls on the screen of which a picture shows nothing: their surfaces are gone, and no line is left. */
export async function unseenControls(page: Page): Promise<string[]> {
  const controls = await page.evaluate(controlsOnScreen);
  if (controls.length === 0) throw new Error('the page has no controls');
  const picture = await page.screenshot();
  const unseen = await Promise.all(
    controls.map(async ({ name, box }) => ((await contrastIn(picture, box)) < CONTRAST ? [name] : [])),
  );
  return unseen.flat();
}

/** Icons within controls that are not drawn in their control's colour. The product's own mark is none. */
export function strangeIcons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a, label')].flatMap((control) =>
      [...control.querySelectorAll('svg[viewBox="0 0 256 256"]')]
        .filter((icon) => getComputedStyle(icon).fill !== getComputedStyle(icon).color)
        .map(() => control.outerHTML.slice(0, 200)),
    ),
  );
}

/** The share of pixels of two pictures of one control that differ, 0 to 1. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()));
  if (a === undefined || b === undefined || a.length !== b.length) return 1;
  let different = 0;
  for (let at = 0; at < a.length; at += 3) different += Number(Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 96);
  return (3 * different) / a.length;
}

/** Where nothing points at it and it has no focus. */
export async function portrait(control: Locator): Promise<Buffer> {
  const page = control.page();
  await page.mouse.move(0, 0);
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error('it is not shown');
  const air = 6;
  const clip = { x: box.x - air, y: box.y - air, width: box.width + 2 * air, height: box.height + 2 * air };
  return page.screenshot({ clip });
}

/** Runs in the page: what can be pressed or filled in, whole within the window and covered by nothing. */
function controlsOnScreen(): Control[] {
  const found = document.querySelectorAll(
    'button, a[href], input, label:has(input), textarea, select, [role="slider"]',
  );
  return [...found].flatMap((element) => {
    const { left, top, width, height, right, bottom } = element.getBoundingClientRect();
    const isWhole = width > 1 && height > 1 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const onTop = isWhole ? document.elementFromPoint(left + width / 2, top + height / 2) : null;
    if (onTop === null || !(element.contains(onTop) || onTop.contains(element))) return [];
    // Shown once something points at it, or it has the focus.
    if (!element.checkVisibility({ opacityProperty: true })) return [];
    return [{ name: element.outerHTML.slice(0, 200), box: { left, top, width, height } }];
  });
}

/** Between the darkest and the lightest pixel of it. */
async function contrastIn(picture: Buffer, { left, top, width, height }: Control['box']): Promise<number> {
  const region = { left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(height) };
  const pixels = await sharp(picture).extract(region).removeAlpha().raw().toBuffer();
  let [darkest, lightest] = [1, 0];
  for (let at = 0; at < pixels.length; at += 3) {
    const light = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  }
  return (lightest + 0.05) / (darkest + 0.05);
}

function luminance(...channels: readonly [number, number, number]): number {
  const [r, g, b] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
