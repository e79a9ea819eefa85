import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';

/** Newer emojis are still drawn as boxes on many devices. */
const NEWEST_VERSION = 15;
const NAME = 'virtual:emoji/';

const emojiData = z.array(
  z.object({
    emoji: z.string(),
    label: z.string(),
    version: z.number(),
    group: z.optional(z.number()),
    order: z.optional(z.number()),
    tags: z.optional(z.array(z.string())),
  }),
);
const messages = z.object({ groups: z.array(z.object({ key: z.string(), message: z.string(), order: z.number() })) });

/** `import('virtual:emoji/de')`: the quarter of emojibase's data that the picker needs. */
export function emoji(): Plugin {
  return {
    name: 'emoji',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const file = await emojiFile(id.slice(NAME.length + 1));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(file))});`;
    },
  };
}

async function emojiFile(language: string) {
  const data = emojiData.parse(await read(language, 'data'));
  const { groups } = messages.parse(await read(language, 'messages'));
  const shown = groups.filter(({ key }) => key !== 'component');
  return {
    groups: shown.map(({ message }) => message),
    emojis: data
      .filter(({ version }) => version <= NEWEST_VERSION)
      .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
      .flatMap(({ emoji: character, label, group, tags = [] }) => {
        const place = shown.findIndex(({ order }) => order === group);
        return place < 0 ? [] : [[character, label, place, tags]];
      }),
  };
}

async function read(language: string, name: string): Promise<unknown> {
  const path = fileURLToPath(import.meta.resolve(`emojibase-data/${language}/${name}.json`));
  return JSON.parse(await readFile(path, 'utf8'));
}
