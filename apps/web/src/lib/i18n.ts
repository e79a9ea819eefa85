import { i18n, type Messages } from '@lingui/core';
import type { Language } from '@yonder/contract';
import { messages as english } from '../locales/front/en.po';

/** What the landing page says comes with it in English. */
export const FRONT = {
  en: () => Promise.resolve({ messages: english }),
  'zh-TW': () => import('../locales/front/zh-TW.po'),
  ja: () => import('../locales/front/ja.po'),
  ko: () => import('../locales/front/ko.po'),
  es: () => import('../locales/front/es.po'),
  de: () => import('../locales/front/de.po'),
  ar: () => import('../locales/front/ar.po'),
} satisfies Record<Language, () => Promise<{ messages: Messages }>>;

/** Everything else; where a translation is missing the English stands in it. */
export const INSIDE = {
  en: () => import('../locales/en.po'),
  'zh-TW': () => import('../locales/zh-TW.po'),
  ja: () => import('../locales/ja.po'),
  ko: () => import('../locales/ko.po'),
  es: () => import('../locales/es.po'),
  de: () => import('../locales/de.po'),
  ar: () => import('../locales/ar.po'),
} satisfies Record<Language, () => Promise<{ messages: Messages }>>;

/** Each language by its own name: one looks for it because one cannot read the others. */
export const LANGUAGE_NAMES = {
  en: 'English',
  'zh-TW': '繁體中文',
  ja: '日本語',
  ko: '한국어',
  es: 'Español',
  de: 'Deutsch',
  ar: 'العربية',
} satisfies Record<Language, string>;

i18n.loadAndActivate({ locale: 'en', messages: english });

let wanted: Language = 'en';
let isInside = false;

/** From now on all words are loaded, not only those of the landing page. */
export function loadInside(): Promise<void> {
  isInside = true;
  return activateLanguage(wanted);
}

/** Loads and shows a language; the last one asked for wins. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  try {
    const catalogues = isInside ? [FRONT, INSIDE] : [FRONT];
    for (const { messages } of await Promise.all(catalogues.map((catalogue) => catalogue[language]()))) {
      i18n.load(language, messages);
    }
  } catch (error) {
    console.warn(`The language ${language} could not be loaded`, error);
    return;
  }
  if (wanted !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

export function direction(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
