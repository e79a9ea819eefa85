import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const FRONT = join(SOURCES, 'locales/front/en.po');
/** The page's parts load separately, without messages of their own. */
const LANDING = join(SOURCES, 'features/landing/');

/**
 * Modules rendered with the front pages' messages alone: the imports of the first file, and the rest of the landing
 * page.
 */
function drawnFirst(): Set<string> {
  const found = new Set<string>();
  const ahead = [join(SOURCES, 'main.tsx')];
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    ahead.push(...importsOf(file).filter((path) => existsSync(path)));
  }
  return found;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const taken = text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/gm);
  const lazy = file.startsWith(LANDING) ? text.matchAll(/import\('(\.[^']+\.tsx?)'\)/g) : [];
  return [...taken, ...lazy].map(([, path = '']) => join(dirname(file), path));
}

async function messagesOf(catalogue: string) {
  const context = { locale: 'en', sourceLocale: 'en', filename: catalogue };
  return Object.entries(await formatter().parse(readFileSync(catalogue, 'utf8'), context));
}

test('what is drawn before all words are there is said in words that are', async () => {
  const first = drawnFirst();
  expect([...first].filter((file) => file.startsWith(LANDING)).length).toBeGreaterThan(5);
  const known = new Set((await messagesOf(FRONT)).map(([id]) => id));
  const all = await Promise.all(
    globSync('**/locales/**/en.po', { cwd: SOURCES }).map((po) => messagesOf(join(SOURCES, po))),
  );
  const missing = all
    .flat()
    .filter(([id, { origin = [] }]) => !known.has(id) && origin.some(([file]) => first.has(join(SOURCES, '..', file))))
    .map(([, { message, origin }]) => `${message} (${origin?.map(([file]) => file).join()})`);
  expect(missing).toEqual([]);
});
