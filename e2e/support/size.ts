import { appendFileSync } from 'node:fs';

/** What `npm test` runs, or with FULL=1 all of it: minutes more, for whoever works on what it is about. */
export const SIZE = process.env['FULL'] === '1' ? 'full' : 'small';

/** A figure that a full size has measured, in a line; `npm run faults` gathers them in a file. */
export function report(figure: string): void {
  const file = process.env['FIGURES'];
  if (file !== undefined) appendFileSync(file, `${figure}\n`);
  else if (SIZE === 'full') console.log(figure);
}
