import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import { LANGUAGES, type Language } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

type Translation = Exclude<Language, 'en'>;
type Token = z.infer<typeof Token>;

/** A compiled message: texts, and values with their choices or formats. */
const Token = z.union([
  z.string(),
  z.tuple([z.string()]),
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.unknown()]),
]);
const Compiled = z.object({ messages: z.record(z.string(), z.array(Token)) });
const Choices = z.record(z.string(), z.union([z.number(), z.array(Token)]));

/** By message id. */
type Catalogue = ReadonlyMap<string, { readonly source: string; readonly text: string }>;

interface Message {
  /** The English text, by which a failure is found in the catalogue. */
  readonly source: string;
  readonly text: string;
  readonly sourceTokens: readonly Token[];
  readonly tokens: readonly Token[];
}

/** Languages with complete translations; a language is added once it is complete. */
const COMPLETE: readonly Translation[] = ['zh-TW', 'ja', 'ko', 'es', 'de', 'ar'];

const SOURCES = join(import.meta.dirname, '..');
const CATALOGUES = globSync('**/locales/{,front/}en.po', { cwd: SOURCES }).map((path) => join(SOURCES, path, '..'));

/** Names, keys and technical terms that other scripts may quote. */
const NAMES = [
  ...['WebRTC', 'Wi-Fi', 'VPN', 'Firefox', 'Chrome', 'Edge'],
  ...['Premium', 'iOS', 'Android', 'Apache License 2.0', 'Apache', 'inhope.org'],
  ...['Safari', 'iPhone', 'JavaScript', 'PUBLIC_URL'],
  ...['Shift', 'Ctrl', 'Enter', 'ID', 'JSON', 'Cookie', 'cookies', 'hash', 'km'],
];

/** Words that happen to equal the English ones. */
const SAME: Record<Translation, readonly string[]> = {
  'zh-TW': [],
  ja: [],
  ko: [],
  es: ['Sakura', 'Match', 'Matches', 'Push', 'Chats', 'Chat', 'chat', 'Normal', 'Legal', 'General'],
  de: [
    ...['online', 'Online.', 'offline', 'Sakura', 'Match', 'Moment', 'Name', 'Chats', 'Chat', 'Login', 'Normal'],
    ...['System', 'Pause', 'Download', 'Person', 'Position', 'Emoji', 'Region', 'Region: {name}'],
    ...['Matches', 'Push', 'Vibration'],
  ],
  ar: [],
};

/** The full stop of a language, and spellings that are wrong in it. */
const WRITING: Record<Translation, { readonly stop: string; readonly wrong: RegExp }> = {
  'zh-TW': {
    stop: '。',
    // Half-width marks beside a character, foreign quotation marks, and mainland-only characters.
    wrong:
      /\p{sc=Han}\s*[,;:?!()]|[,;:?!()]\s*\p{sc=Han}|\p{sc=Han}\.|[“”‘’]|\.{3}|[们这时会说话对没关过还让给来样开发见问题点击号网络个为从吗记录删举报图]/u,
  },
  ja: {
    stop: '。',
    wrong:
      /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]\s*[,;:?!().]|[,;:?!()]\s*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[“”‘’,，]|\.{3}/u,
  },
  ko: { stop: '.', wrong: /[、。，：；？！（）「」『』]|\s[,.?!:;]/u },
  es: { stop: '.', wrong: /\s[,.?!:;]|(?<!¿[^?]*)\?|(?<!¡[^!]*)!|¿(?![^?]*\?)|¡(?![^!]*!)|„/u },
  de: { stop: '.', wrong: /\s[,.?!:;]|„(?![^“]*“)|(?<!„[^“]*)“|”|\b(?:Sie|Ihnen|Ihr[emnrs]?)\b(?<=[a-zäöüß,] \w+)/u },
  ar: { stop: '.', wrong: /[,;?]|\s[،؛؟.!:]|[“”„]/u },
};

/** A button's text, and its accessible name where several do the same to others (WCAG 2.5.3). */
const CALLED = [
  ['Sign out', 'Sign out {name}'],
  ['Unblock', 'Unblock {name}'],
] as const;

/** Wrong in every language: typewriter quotes, two spaces, and times of day, which clocks write in two ways. */
const NEVER = /["']|\s{2}|\d{2}:\d{2}/u;
/** Words of nearly every English sentence that no other language here has. */
const ENGLISH = /\b(?:the|and|you|your|is|are|of|with|they|this|that|it)\b/iu;

async function read(directory: string, language: Language): Promise<Catalogue> {
  const filename = join(directory, `${language}.po`);
  const context = { locale: language, sourceLocale: 'en', filename };
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), context);
  return new Map(
    Object.entries(catalogue).map(([id, entry]) => [
      id,
      { source: entry.message ?? '', text: entry.translation ?? '' },
    ]),
  );
}

/** Compiles as the build does, and throws what the build would refuse. */
function compile(language: Language, texts: Record<string, string>): Record<string, readonly Token[]> {
  const { source, errors } = createCompiledCatalog(language, texts, { namespace: 'json', strict: true });
  expect(errors).toEqual([]);
  return Compiled.parse(JSON.parse(source)).messages;
}

function messagesIn(language: Language, catalogue: Catalogue): Message[] {
  const entries = [...catalogue];
  const tokens = compile(language, Object.fromEntries(entries.map(([id, { text }]) => [id, text])));
  const sourceTokens = compile('en', Object.fromEntries(entries.map(([id, { source }]) => [id, source])));
  return entries.map(([id, { source, text }]) => ({
    source,
    text,
    tokens: tokens[id] ?? [],
    sourceTokens: sourceTokens[id] ?? [],
  }));
}

async function messagesOf(language: Language): Promise<Message[]> {
  const catalogues = await Promise.all(CATALOGUES.map((directory) => read(directory, language)));
  return catalogues.flatMap((catalogue) => messagesIn(language, catalogue));
}

/** The branches of a plural or select; none for other values. */
function branches(token: Exclude<Token, string>): [key: string, tokens: readonly Token[]][] {
  const [, type, format] = token;
  if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') return [];
  return Object.entries(Choices.parse(format)).filter(
    (entry): entry is [string, Token[]] => typeof entry[1] !== 'number',
  );
}

/** Every sentence that a message can become, with its values as {name}. */
function readings(tokens: readonly Token[]): string[] {
  return tokens.reduce<string[]>(
    (begun, token) => {
      const chosen = typeof token === 'string' ? [token] : branches(token).flatMap(([, inner]) => readings(inner));
      const ways = chosen.length > 0 ? chosen : [`{${token[0]}}`];
      return begun.flatMap((beginning) => ways.map((way) => beginning + way));
    },
    [''],
  );
}

/** The values and elements a message needs; for a plural, the number in at least one branch. */
function needs(tokens: readonly Token[]): string[] {
  const found = tokens.flatMap((token): string[] => {
    if (token === '#') return ['#'];
    if (typeof token === 'string') return token.match(/<\/?\d+\/?>/g) ?? [];
    const [name, type] = token;
    return [[name, type].join(' '), ...branches(token).flatMap(([, inner]) => needs(inner))];
  });
  return [...new Set(found)].sort();
}

function plurals(tokens: readonly Token[]): { exact: string[]; categories: string[] }[] {
  return tokens
    .filter((token): token is Exclude<Token, string> => typeof token !== 'string' && token[1] === 'plural')
    .map((token) => branches(token).map(([key]) => key))
    .map((keys) => ({
      exact: keys.filter((key) => /^\d+$/.test(key)),
      categories: keys.filter((key) => !/^\d+$/.test(key)),
    }));
}

/** The plural categories of an app's counts; Spanish “many” begins at a million. */
function categoriesOf(language: Language): { needed: Set<string>; possible: Set<string> } {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(Array.from({ length: 1000 }, (_, count): string => rules.select(count)));
  return { needed, possible: new Set(rules.resolvedOptions().pluralCategories) };
}

/** The text of a message, without values, elements and names. */
function wordsOf(tokens: readonly Token[]): string {
  const text = readings(tokens)
    .join(' ')
    .replaceAll(/\{[^}]*\}|<\/?\d+\/?>/g, ' ');
  return NAMES.reduce(
    (rest, name) => rest.replaceAll(new RegExp(`(?<!\\p{sc=Latin})${RegExp.escape(name)}(?!\\p{sc=Latin})`, 'gu'), ' '),
    text,
  );
}

/** Lists wrong messages with their source text, so that a failure says where to look. */
function wrong(messages: readonly Message[], isWrong: (message: Message) => boolean): string[] {
  return messages.filter(isWrong).map(({ source, text }) => `${source} → ${text}`);
}

const edges = (text: string): string => `${/^\s*/.exec(text)?.[0]}|${/\s*$/.exec(text)?.[0]}`;

test('every language has a catalogue wherever English has one, with the same messages', async () => {
  for (const directory of CATALOGUES) {
    const english = [...(await read(directory, 'en')).keys()].sort();
    for (const language of LANGUAGES) {
      expect(existsSync(join(directory, `${language}.po`)), relative(SOURCES, directory)).toBe(true);
      expect([...(await read(directory, language)).keys()].sort()).toEqual(english);
    }
  }
});

/** Tens of seconds, which are never one. */
const NEVER_ONE = new Set(['Usually less than {tens} seconds']);

test('what is counted has a singular: no number stands before a fixed plural', async () => {
  const counted = /\{\w+\} (?:second|minute|hour|day|week|month|year|time|person|people|chat|message|photo|comment|call)s?\b/;
  const sources = (await messagesOf('en')).map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((source) => counted.test(source) && !NEVER_ONE.has(source))).toEqual([]);
});

describe.for(COMPLETE.map((language) => ({ language })))('$language', async ({ language }) => {
  const messages = await messagesOf(language);

  test('says everything', () => {
    expect(wrong(messages, ({ text }) => text.trim() === '')).toEqual([]);
  });

  test('has the values and elements of the source, and no others', () => {
    const differs = ({ tokens, sourceTokens }: Message) => `${needs(tokens)}` !== `${needs(sourceTokens)}`;
    expect(wrong(messages, differs)).toEqual([]);
  });

  test('counts in the categories of the language, and keeps the exact numbers', () => {
    const { needed, possible } = categoriesOf(language);
    const miscounts = ({ tokens, sourceTokens }: Message) => {
      const [found, asked] = [plurals(tokens), plurals(sourceTokens)];
      const exact = asked.flatMap((plural) => plural.exact);
      return !(
        found.every((plural) => needed.isSubsetOf(new Set(plural.categories))) &&
        found.every((plural) => new Set(plural.categories).isSubsetOf(possible)) &&
        exact.every((key) => found.some((plural) => plural.exact.includes(key)))
      );
    };
    expect(wrong(messages, miscounts)).toEqual([]);
  });

  test('calls a button by the very words on it', () => {
    const said = (wanted: string) => messages.find(({ source }) => source === wanted)?.text.toLocaleLowerCase(language);
    for (const [words, name] of CALLED) expect(said(name)).toContain(said(words));
  });

  test('leaves no English', () => {
    const own = new Set(SAME[language]);
    const foreign = /^(?:es|de)$/.test(language) ? ENGLISH : /\p{sc=Latin}/u;
    const isLeft = ({ source, text, tokens }: Message) =>
      !own.has(source) && (foreign.test(wordsOf(tokens)) || (text === source && /\p{L}/u.test(wordsOf(tokens))));
    expect(wrong(messages, isLeft)).toEqual([]);
  });

  test('is punctuated as the language is', () => {
    const bad = WRITING[language].wrong;
    const isBad = ({ tokens }: Message) => readings(tokens).some((text) => bad.test(text) || NEVER.test(text));
    expect(wrong(messages, isBad)).toEqual([]);
  });

  test('ends a sentence where the source ends one, and keeps the spaces at the edges', () => {
    const { stop } = WRITING[language];
    const endOf = (tokens: readonly Token[]): string =>
      (readings(tokens).at(-1) ?? '').replace(/(?:<\/\d+>|[“”»」』])+$/, '');
    const differs = ({ source, text, tokens, sourceTokens }: Message) => {
      const [asked, said] = [endOf(sourceTokens), endOf(tokens)];
      const isSentence = asked.endsWith('.') && !asked.endsWith('...');
      // A dot in the middle separates parts; an address at the end of a line needs no full stop.
      const isClosed = isSentence ? said.endsWith(stop) || /[·}>]$/.test(said) : !said.endsWith(stop);
      return edges(source) !== edges(text) || !isClosed || asked.endsWith('?') !== /[?？؟]$/.test(said);
    };
    expect(wrong(messages, differs)).toEqual([]);
  });
});
