import { pageTexts } from '../../lib/page-texts.ts';

export const textsIn = pageTexts('legal', {
  en: () => import('./locales/en.po'),
  'zh-TW': () => import('./locales/zh-TW.po'),
  ja: () => import('./locales/ja.po'),
  ko: () => import('./locales/ko.po'),
  es: () => import('./locales/es.po'),
  de: () => import('./locales/de.po'),
  ar: () => import('./locales/ar.po'),
});
