import type { Appearance } from '@yonder/contract';

/** The only colours a component may name, as var(--token). */
export const TOKENS = [
  // ground, panel, field, toast; dividers and control outlines
  'surface-0',
  'surface-1',
  'surface-2',
  'surface-3',
  'line',
  'edge',
  // text: 7:1, 4.5:1 and captions on every surface
  'ink-1',
  'ink-2',
  'ink-3',
  // the one filled control of a screen, links, the focus ring, the user's own bubble
  'accent',
  'accent-ink',
  'accent-text',
  'accent-tint',
  'focus',
  'positive',
  'positive-ink',
  'negative',
  'negative-ink',
  'online',
  'away',
  'offline',
  'mode1',
  'mode2',
  'mode3',
  'mode4',
  'mode-ink',
  // the horizon: zenith to glow, the person, their waveform
  'sky-1',
  'sky-2',
  'sky-3',
  'sky-4',
  'sun',
  'sun-ink',
  'rim',
  'ridge-far',
  'on-sky',
  'scrim',
  'shadow-rgb',
] as const;
export type Token = (typeof TOKENS)[number];
export type Palette = Record<Token, string>;
export type Palettes = Record<Appearance, Palette>;
