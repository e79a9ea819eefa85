import { writeFileSync } from 'node:fs';
import { renderTokens } from './render-tokens.ts';

writeFileSync(new URL('tokens.css', import.meta.url), renderTokens());
