import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../simulate');
const [name] = process.argv.splice(2, 1);
const names = globSync('*.ts', { cwd: FOLDER }).map((file) => basename(file, '.ts'));

if (name !== undefined && names.includes(name)) {
  await import(join(FOLDER, `${name}.ts`));
} else {
  console.error(`npm run simulate <name>: ${names.join(', ')}; -- --help after a name lists its options`);
  process.exitCode = 1;
}
