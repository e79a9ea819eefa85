import { i18n, type Messages } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';
import { LANGUAGES, type Language } from '@yonder/contract';

/** Long texts that few read: they are no part of what everybody loads. */
const CATALOGUES = {
  en: () => import('./locales/en.po'),
  'zh-TW': () => import('./locales/zh-TW.po'),
  ja: () => import('./locales/ja.po'),
  ko: () => import('./locales/ko.po'),
  es: () => import('./locales/es.po'),
  de: () => import('./locales/de.po'),
  ar: () => import('./locales/ar.po'),
} satisfies Record<Language, () => Promise<{ messages: Messages }>>;

/** Adds the texts to the messages of a language, once. */
export function textsIn(locale: string) {
  const language = LANGUAGES.find((one) => one === locale) ?? 'en';
  return queryOptions({
    queryKey: ['legal', language],
    queryFn: async () => {
      i18n.load(language, (await CATALOGUES[language]()).messages);
      return language;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
