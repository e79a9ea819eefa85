import { PALETTES } from './palettes/index.ts';
import { TOKENS, type Palette } from './tokens.ts';

/** tokens.css: one rule per theme and appearance; golden dark is also the default. */
export function renderTokens(): string {
  const rules = Object.entries(PALETTES).flatMap(([theme, palettes]) =>
    Object.entries(palettes).map(([appearance, palette]) => rule({ theme, appearance, palette })),
  );
  return `/* Written by write-tokens.ts from palettes/. Change those and run: npm run -w @yonder/web tokens */\n${rules.join('\n')}`;
}

function rule({ theme, appearance, palette }: { theme: string; appearance: string; palette: Palette }): string {
  const selector = `[data-theme='${theme}'][data-appearance='${appearance}']`;
  const selectors = theme === 'golden' && appearance === 'dark' ? `:root,\n${selector}` : selector;
  const lines = TOKENS.map((token) => `  --${token}: ${palette[token]};`);
  return `${selectors} {\n  color-scheme: ${appearance};\n${lines.join('\n')}\n}\n`;
}
