import { readFileSync, writeFileSync } from 'node:fs';
import { privacyPage } from './privacy-page.ts';

const file = new URL('../../../docs/privacy.md', import.meta.url);
writeFileSync(file, privacyPage(readFileSync(file, 'utf8')));
