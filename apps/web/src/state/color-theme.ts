import { COLOR_THEMES, type ColorTheme } from '@yonder/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepItem, keptItem } from '../lib/kept-item.ts';
import { oneOf } from '../lib/one-of.ts';

/** The colour theme is stored apart from the app state. Also read by boot.js. */
export const COLOR_THEME_KEY = 'selectedTheme';
const DEFAULT_COLOR_THEME: ColorTheme = 'golden';

export const colorThemeStore = createStore<ColorTheme>(() => readColorTheme());

function readColorTheme(): ColorTheme {
  return oneOf(COLOR_THEMES, keptItem(COLOR_THEME_KEY)) ?? DEFAULT_COLOR_THEME;
}

/** Applies another tab's choice. */
export function readSharedColorTheme(): void {
  colorThemeStore.setState(readColorTheme(), true);
}

export function chooseColorTheme(theme: ColorTheme): void {
  colorThemeStore.setState(theme, true);
  keepItem(COLOR_THEME_KEY, theme);
}

export function useColorTheme(): ColorTheme {
  return useStore(colorThemeStore);
}
