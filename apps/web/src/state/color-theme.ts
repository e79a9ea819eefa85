import { COLOR_THEMES, type ColorTheme } from '@yonder/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { oneOf } from '../lib/one-of.ts';

/** The chosen sky is kept under a key of its own, apart from the app state. Also read by boot.js. */
export const COLOR_THEME_KEY = 'selectedTheme';
const DEFAULT_COLOR_THEME: ColorTheme = 'golden';

export const colorThemeStore = createStore<ColorTheme>(() => readColorTheme());

function readColorTheme(): ColorTheme {
  try {
    return oneOf(COLOR_THEMES, localStorage.getItem(COLOR_THEME_KEY)) ?? DEFAULT_COLOR_THEME;
  } catch {
    return DEFAULT_COLOR_THEME;
  }
}

export function chooseColorTheme(theme: ColorTheme): void {
  colorThemeStore.setState(theme, true);
  try {
    localStorage.setItem(COLOR_THEME_KEY, theme);
  } catch {
    // A full or closed storage only means the choice is forgotten with the page.
  }
}

export function useColorTheme(): ColorTheme {
  return useStore(colorThemeStore);
}
