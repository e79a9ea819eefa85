import { i18n, type Messages } from '@lingui/core';
import type { Language } from '@yonder/contract';
import { messages as english } from '../locales/en.po';

/** English comes with the app, also as what stands where a translation is missing; the others load when chosen. */
const CATALOGUES = {
  'zh-TW': () => import('../locales/zh-TW.po'),
  ja: () => import('../locales/ja.po'),
  ko: () => import('../locales/ko.po'),
  es: () => import('../locales/es.po'),
  de: () => import('../locales/de.po'),
  ar: () => import('../locales/ar.po'),
} satisfies Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>>;

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

/** Loads and shows a language; the last one asked for wins. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language !== 'en') {
    try {
      i18n.load(language, (await CATALOGUES[language]()).messages);
    } catch (error) {
      console.warn(`The language ${language} could not be loaded`, error);
      return;
    }
  }
  if (wanted !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

function direction(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
