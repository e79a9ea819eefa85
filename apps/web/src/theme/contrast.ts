import type { Token } from './tokens.ts';

/** WCAG contrast of two #rrggbb colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3'] as const;
const MODES = ['mode1', 'mode2', 'mode3', 'mode4'] as const;

/** Every pair that carries text or an icon, with the contrast it must reach. */
export const PAIRS: readonly (readonly [ink: Token, ground: Token, minimum: number])[] = [
  ...SURFACES.flatMap((surface) => [
    ['ink-1', surface, 7] as const,
    ...(['ink-2', 'ink-3', 'accent-text', 'negative', 'positive'] as const).map((ink) => [ink, surface, 4.5] as const),
  ]),
  ...(['surface-0', 'surface-1'] as const).flatMap((surface) => MODES.map((mode) => [mode, surface, 4.5] as const)),
  ...(['surface-0', 'surface-1', 'surface-2'] as const).flatMap((surface) =>
    (['online', 'away', 'offline', 'edge'] as const).map((mark) => [mark, surface, 3] as const),
  ),
  ...MODES.map((mode) => ['mode-ink', mode, 4.5] as const),
  ['accent-ink', 'accent', 4.5],
  ['positive-ink', 'positive', 4.5],
  ['negative-ink', 'negative', 4.5],
  ['ink-1', 'accent-tint', 7],
  ['ink-2', 'accent-tint', 4.5],
  ['accent-text', 'accent-tint', 4.5],
  ['on-sky', 'sky-1', 7],
  ['on-sky', 'sky-2', 4.5],
  ['ink-1', 'sky-1', 7],
  ['ink-2', 'sky-1', 4.5],
  ['ink-1', 'ridge-far', 4.5],
  ['sun-ink', 'sun', 4.5],
  ['rim', 'sky-4', 3],
  ['focus', 'surface-3', 3],
];
