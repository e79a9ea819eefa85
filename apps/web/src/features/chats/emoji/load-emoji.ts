import type { EmojiData } from 'frimousse';
import type { EmojiFile } from 'virtual:emoji/en';

/** Emoji data from our own address. A language without any (Arabic) uses the English one. */
const FILES: Record<string, () => Promise<{ default: EmojiFile }>> = {
  en: () => import('virtual:emoji/en'),
  de: () => import('virtual:emoji/de'),
  es: () => import('virtual:emoji/es'),
  ja: () => import('virtual:emoji/ja'),
  ko: () => import('virtual:emoji/ko'),
  'zh-TW': () => import('virtual:emoji/zh-hant'),
};

const load = (locale: string): Promise<{ default: EmojiFile }> => (FILES[locale] ?? FILES['en']!)();

export async function loadEmoji(locale: string): Promise<EmojiData> {
  const { groups, emojis } = (await load(locale)).default;
  return {
    locale,
    emojis: emojis.map(([emoji, label, category, tags]) => ({ emoji, label, category, tags: [...tags], version: 1 })),
    categories: groups.map((label, index) => ({ index, label })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}
