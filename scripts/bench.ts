import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildWeb } from './build-web.ts';

const FOLDER = join(import.meta.dirname, '../bench');
const [name] = process.argv.splice(2, 1);
const names = globSync('*.ts', { cwd: FOLDER })
  .map((file) => basename(file, '.ts'))
  .filter((one) => !one.includes('.test') && one !== 'demands');
const recordAt = process.argv.indexOf('--record');

if (name === undefined || !names.includes(name)) {
  console.error(`npm run bench <name> [-- --record]: ${names.join(', ')}`);
  process.exitCode = 1;
} else {
  buildWeb();
  if (recordAt === -1) await import(join(FOLDER, `${name}.ts`));
  else {
    process.argv.splice(recordAt, 1);
    const { record } = await import('./record-bench.ts');
    process.exitCode = await record(name, process.argv.slice(2));
  }
}
