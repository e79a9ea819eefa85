import { writeFileSync } from 'node:fs';
import { renderNames } from './render-names.ts';

writeFileSync(new URL('names.generated.ts', import.meta.url), renderNames());
