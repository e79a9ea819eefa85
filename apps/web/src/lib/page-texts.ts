import { i18n, type Messages } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';
import { LANGUAGES, type Language } from '@yonder/contract';

type Catalogues = Record<Language, () => Promise<{ messages: Messages }>>;

/** Messages of pages that few people open, loaded with those pages and added to the language once. */
export function pageTexts(pages: string, catalogues: Catalogues) {
  return (locale: string) => {
    const language = LANGUAGES.find((one) => one === locale) ?? 'en';
    return queryOptions({
      queryKey: ['texts', pages, language],
      queryFn: async () => {
        i18n.load(language, (await catalogues[language]()).messages);
        return language;
      },
      staleTime: Infinity,
      gcTime: Infinity,
    });
  };
}
