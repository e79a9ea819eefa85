import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../bench');
const [name] = process.argv.splice(2, 1);
const names = globSync('*.ts', { cwd: FOLDER })
  .filter((file) => !file.includes('.test.'))
  .map((file) => basename(file, '.ts'));

if (name !== undefined && names.includes(name)) {
  await import(join(FOLDER, `${name}.ts`));
} else {
  console.error(`npm run bench <name>: ${names.join(', ')}`);
  process.exitCode = 1;
}
