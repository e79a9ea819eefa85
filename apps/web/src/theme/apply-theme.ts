import type { Appearance, ColorTheme } from '@yonder/contract';

/** Sets theme and appearance on the page, and the colour of the browser's frame. */
export function applyTheme({ colorTheme, appearance }: { colorTheme: ColorTheme; appearance: Appearance }): void {
  const root = document.documentElement;
  root.dataset['theme'] = colorTheme;
  root.dataset['appearance'] = appearance;
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (frame) frame.content = getComputedStyle(root).getPropertyValue('--surface-0');
}
