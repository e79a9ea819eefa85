import type { ColorTheme } from '@yonder/contract';
import type { Palettes } from '../tokens.ts';
import { forest } from './forest.ts';
import { golden } from './golden.ts';
import { lavender } from './lavender.ts';
import { ocean } from './ocean.ts';
import { rainbow } from './rainbow.ts';
import { rosegold } from './rosegold.ts';
import { sakura } from './sakura.ts';
import { sunset } from './sunset.ts';

/** Eight themes, each dark and light. */
export const PALETTES = { golden, sunset, ocean, forest, sakura, lavender, rosegold, rainbow } satisfies Record<
  ColorTheme,
  Palettes
>;
