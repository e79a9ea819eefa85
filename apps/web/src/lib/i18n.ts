import { i18n, type Messages } from '@lingui/core';
import { regionalTag, type Language } from '@yonder/contract';
import { after } from './clock.ts';
import { messages as english } from '../locales/front/en.po';

/** The English messages of the landing page are part of its script. */
export const FRONT = {
  en: () => Promise.resolve({ messages: english }),
  'zh-TW': () => import('../locales/front/zh-TW.po'),
  ja: () => import('../locales/front/ja.po'),
  ko: () => import('../locales/front/ko.po'),
  es: () => import('../locales/front/es.po'),
  de: () => import('../locales/front/de.po'),
  ar: () => import('../locales/front/ar.po'),
} satisfies Record<Language, () => Promise<{ messages: Messages }>>;

/** All other messages; a missing translation falls back to English. */
export const INSIDE = {
  en: () => import('../locales/en.po'),
  'zh-TW': () => import('../locales/zh-TW.po'),
  ja: () => import('../locales/ja.po'),
  ko: () => import('../locales/ko.po'),
  es: () => import('../locales/es.po'),
  de: () => import('../locales/de.po'),
  ar: () => import('../locales/ar.po'),
} satisfies Record<Language, () => Promise<{ messages: Messages }>>;

/** Each language by its own name, for readers that cannot read the current one. */
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
/** Languages with all their messages loaded. */
const whole = new Set<string>();
const AGAIN_MS = [500, 2_000];

/** Loads all messages from now on, not only the landing page's. Rejects if they fail: ids would be shown. */
export async function loadInside(): Promise<void> {
  isInside = true;
  await activateLanguage(wanted);
  for (const ms of AGAIN_MS) {
    if (whole.has(i18n.locale)) return;
    await new Promise<void>((resolve) => after(ms, resolve));
    await activateLanguage(wanted);
  }
  if (!whole.has(i18n.locale)) throw new Error('The words of the pages did not come');
}

/** Loads and shows a language; the last call wins. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  const all = isInside;
  try {
    const catalogues = all ? [FRONT, INSIDE] : [FRONT];
    for (const { messages } of await Promise.all(catalogues.map((catalogue) => catalogue[language]()))) {
      i18n.load(language, messages);
    }
    if (all) whole.add(language);
  } catch (error) {
    console.warn(`The language ${language} could not be loaded`, error);
    return;
  }
  if (wanted !== language) return;
  i18n.activate(language, [regionalTag(language, navigator.languages)]);
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

export function direction(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
