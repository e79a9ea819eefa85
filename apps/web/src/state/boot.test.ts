import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { LANGUAGE_COOKIE, LANGUAGES, likelyLanguage } from '@yonder/contract';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { bootScript } from '../../boot-plugin.ts';

const BOOT = readFileSync(new URL('../../boot.js', import.meta.url), 'utf8');

const OLD = readFileSync(new URL('../../public/old-browser.js', import.meta.url), 'utf8');

describe.each([
  [['de-AT', 'en'], 'de'],
  [['DE'], 'de'],
  [['fr-FR', 'es-419', 'en'], 'es'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['zh-CN', 'en'], 'en'],
  [['zh', 'de'], 'de'],
  [['zh-Hans-HK', 'ja'], 'ja'],
  [['zh-Hans-TW', 'zh-Hant'], 'zh-TW'],
  [['zh-MO', 'en'], 'zh-TW'],
  [['zh-hant-CN', 'en'], 'zh-TW'],
  [['zh-CN', 'fr'], 'zh-TW'],
  [['ar-EG'], 'ar'],
  [['fr', 'da'], 'en'],
  [['den'], 'en'],
  [[], 'en'],
] as const)('who reads %j is met in %s', (languages, language) => {
  test('by the app', () => expect(likelyLanguage(languages)).toBe(language));
  test('and by the page before it', () => expect(boot({ languages }).lang).toBe(language));
});

const JAPANESE = JSON.stringify({ state: { language: 'ja' } });

test('what was chosen on this device goes before what the browser speaks', () => {
  expect(boot({ languages: ['ar'], kept: JAPANESE })).toMatchObject({ lang: 'ja', dir: 'ltr' });
  expect(boot({ languages: ['ar'], kept: '{' })).toMatchObject({ lang: 'ar', dir: 'rtl' });
});

test('a page in the language that is read is left as it is', () => {
  const page = { lang: 'ja', dir: '', dataset: {}, cookie: '' };
  expect(boot({ languages: ['ar'], kept: JAPANESE, served: 'ja' })).toEqual(page);
});

test('what another one says is not seen, and the server is told', () => {
  const { dataset, cookie } = boot({ languages: ['ar'], kept: JAPANESE, served: 'ar' });
  expect(dataset).toEqual({ readsAnother: '' });
  expect(cookie).toBe(`${LANGUAGE_COOKIE}=ja; Path=/; Max-Age=31536000; SameSite=Lax; Secure`);
});

test.each([
  ['', 'signed-in=mark', '', { signedIn: '' }],
  ['of this port', 'other=1; signed-in-3000=mark', '3000', { signedIn: '' }],
  ['of another port', 'signed-in-4000=mark; signed-in=mark', '3000', {}],
  ['that is over', 'signed-in=', '', {}],
])('whether there seems to be a session stands on <html>: one %s', (_, cookie, port, dataset) => {
  expect(boot({ languages: ['en'], cookie, port }).dataset).toEqual(dataset);
});

test('what the worker says to a page that it has just opened is kept until somebody listens', () => {
  const serviceWorker = new EventTarget();
  const { scope } = run({ languages: ['en'], serviceWorker });
  for (const data of ['open', 'pushed']) serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  expect(scope).toMatchObject({ fromWorker: ['open', 'pushed'] });
});

describe.each([
  'Promise.withResolvers',
  'Map.groupBy',
  'URL.canParse',
  'Intl.Segmenter',
  'String.prototype.isWellFormed',
])('a browser without %s', (missing) => {
  test('is too old, and reads so in the language of the page', () => {
    const { asked } = run({ languages: ['ar'], kept: JAPANESE, before: `delete ${missing};` });
    expect(asked).toMatchObject([{ src: '/old-browser.js', 'data-language': 'ja' }]);
  });
});

test('a current browser is asked to update nothing', () => {
  expect(run({ languages: ['en'] }).asked).toEqual([]);
});

test.each([
  ['boot.js', BOOT],
  ['boot.js as it stands in a page', bootScript()],
  ['old-browser.js', OLD],
])('%s is read by the oldest browsers', (_, source) => {
  expect(findModern(source)).toEqual([]);
});

test('what only newer browsers read is found', () => {
  const modern = ['let a;', '() => 1;', 'a?.b;', 'a ?? b;', '`a`;', 'f(...a);', 'try {} catch {}', 'var { a } = b;'];
  expect(modern.filter((source) => findModern(source).length === 0)).toEqual([]);
});

test('in each language an old browser reads words of its own', () => {
  const words = LANGUAGES.map((language) => readOld(language));
  expect(readOld('fr')).toEqual(readOld('en'));
  expect(words.filter(({ length }) => length !== 2)).toEqual([]);
  for (const at of [0, 1]) expect(new Set(words.map((texts) => texts[at])).size).toBe(LANGUAGES.length);
});

/** The message for old browsers: a heading and a sentence. */
function readOld(language: string): string[] {
  const words: string[] = [];
  const element = () => ({ style: {}, setAttribute: () => {}, appendChild: (child: unknown) => child });
  const document = {
    currentScript: { getAttribute: () => language },
    readyState: 'complete',
    createElement: element,
    createTextNode: (text: string) => words.push(text),
    documentElement: { removeAttribute: () => {} },
    body: element(),
  };
  runInNewContext(OLD, { document });
  return words;
}

/** Chrome 120, Firefox 125 and Safari 17.4 have all that boot.js asks for, and none of these. */
const TOO_NEW = [
  /\bURL\.parse\(/,
  /\bPromise\.try\(/,
  /\bRegExp\.escape\(/,
  /\bIterator\.\w+\(/,
  /\bIntl\.DurationFormat\b/,
  /\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|\bSet\b.*\.(?:union|intersection|difference)\(/,
  /\.(?:values|keys|entries)\(\)\s*\.(?:map|filter|some|every|find|reduce|flatMap|take|drop|forEach|toArray)\(/,
  /\.(?:fromBase64|toBase64|fromHex|toHex|getOrInsert|getOrInsertComputed)\(/,
];

test.each([
  "URL.parse('file:///a')",
  'chosen.symmetricDifference(others)',
  'new Set([1]).union(others)',
  'rooms.values().map(toRow)',
  'bytes.toBase64()',
])('%s is known to be too new', (source) => {
  expect(TOO_NEW.some((one) => one.test(source))).toBe(true);
});

test('the scripts of the pages need nothing newer than what boot.js asks for', () => {
  const root = join(import.meta.dirname, '../../../..');
  const files = globSync('{apps/web,packages/contract,packages/client}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    // The last one runs only in the build.
    (file) => !/\.test\.tsx?$|\/testing|theme\/typeface\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => TOO_NEW.some((one) => one.test(readFileSync(join(root, file), 'utf8'))));
  expect(found).toEqual([]);
});

/** Kinds of syntax newer than ES5. */
function findModern(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && isModern(node)) found.push(String(node.type));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync('old.js', source, { sourceType: 'script' }).program.body);
  return found;
}

const MODERN =
  /^(?:Arrow|Template|Tagged|Chain|Spread|Rest|Class|Await|Yield|Import|ForOf|ObjectPattern|ArrayPattern|AssignmentPattern)/;

function isModern(node: object): boolean {
  const { type, kind, operator, param } = { kind: '', operator: '', param: undefined, type: '', ...node };
  if (type === 'VariableDeclaration') return kind !== 'var';
  if (type === 'LogicalExpression' || type === 'AssignmentExpression') return /\?\?|\|\|=|&&=|\*\*/.test(operator);
  return type === 'CatchClause' ? param === null : MODERN.test(type);
}

interface Met {
  languages: readonly string[];
  kept?: string;
  /** The language of the page. */
  served?: string;
  serviceWorker?: EventTarget;
  cookie?: string;
  /** The address's port; empty: its scheme's default. */
  port?: string;
  /** Runs first, in the same page. */
  before?: string;
}

/** What <html> gets before the first paint, and the cookie for the server. */
function boot(met: Met) {
  const { document } = run(met);
  const { lang, dir, dataset } = document.documentElement;
  return { lang, dir, dataset, cookie: document.cookie };
}

function run({ languages, kept, served = 'en', serviceWorker, cookie = '', port = '', before = '' }: Met) {
  const dataset: Record<string, string> = {};
  const setAttribute = (name: string, value: string): void => {
    dataset[name.replace('data-', '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())] = value;
  };
  const asked: Record<string, string>[] = [];
  const document = {
    documentElement: { lang: served, dir: '', dataset, setAttribute },
    cookie,
    createElement: () => ({
      setAttribute(this: Record<string, string>, name: string, value: string) {
        this[name] = value;
      },
    }),
    getElementsByTagName: () => [{ appendChild: (script: Record<string, string>) => asked.push(script) }],
  };
  const scope = Object.assign(
    { document, navigator: { languages, serviceWorker }, location: { protocol: 'https:', port } },
    // The page's own API, not part of the language.
    { URL: { canParse: () => true } },
    { localStorage: { getItem: (key: string) => (key === 'app-state' ? (kept ?? null) : null) } },
  );
  runInNewContext(`${before}\n${BOOT}`, scope);
  return { document, scope, asked };
}
