import { parseArgs } from 'node:util';
import { languageTag } from '@yonder/contract';
import { addWord, findWords, hasLetters, LISTED_EFFECTS, removeWord, type WordEffect } from '../screening/index.ts';
import { UsageError, type Command, type Work } from './command.ts';

/** Commands for words that are not allowed where strangers read them. */
export const wordCommands: readonly Command[] = [
  {
    name: 'words',
    takes: 'add|remove|list [LANG] [WORD] [--effect block|mask|review|off]',
    explanation:
      'keeps your own lists of words, in force within ten seconds; off takes one out of those that come along',
    prepare: prepareWords,
  },
];

function prepareWords(args: string[]): Work {
  const { what, language, word, effect } = readArguments(args);
  if (what === 'list') return list(language);
  if (language === undefined || word === undefined) throw new UsageError(`words ${what} takes a language and a word.`);
  return what === 'add' ? add({ language, word, effect }) : remove({ language, word });
}

function readArguments(args: string[]) {
  const { values, positionals } = parsed(args);
  const [what, language, ...rest] = positionals;
  const effect = LISTED_EFFECTS.find((known) => known === (values.effect ?? 'block'));
  if (what !== 'add' && what !== 'remove' && what !== 'list') throw new UsageError('words takes add, remove or list.');
  if (effect === undefined) throw new UsageError('--effect must be block, mask, review or off.');
  if (language !== undefined && !languageTag.safeParse(language).success) {
    throw new UsageError(`"${language}" must be a language such as en or zh-TW.`);
  }
  return { what, language, word: rest.length > 0 ? rest.join(' ') : undefined, effect };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: { effect: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function add(entry: { language: string; word: string; effect: WordEffect }): Work {
  const { language, word, effect } = entry;
  if (!hasLetters(word)) throw new UsageError(`"${word}" has no letters.`);
  return async ({ database, print }) => {
    await database.transaction((tx) => addWord(tx, entry));
    print(`"${word}" (${language}): ${effect}.`);
  };
}

function remove({ language, word }: { language: string; word: string }): Work {
  return async ({ database, print }) => {
    const found = await database.transaction((tx) => removeWord(tx, { language, word }));
    if (!found) throw new UsageError(`"${word}" (${language}) is not in the list.`);
    print(`"${word}" (${language}) is not in the list any more.`);
  };
}

function list(language: string | undefined): Work {
  return async ({ database, print }) => {
    const all = await findWords(database.read);
    for (const one of all) {
      if (language === undefined || one.language === language) {
        print(`${one.language}  ${one.effect.padEnd(6)}  ${one.word}`);
      }
    }
  };
}
