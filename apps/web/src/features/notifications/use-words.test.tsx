import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { Notification } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { notificationOf } from './samples.ts';
import { useWords } from './use-words.ts';

function Shown({ notification }: { notification: Notification }) {
  const { title, body } = useWords()(notification);
  return `${title} | ${body}`;
}

const shown = (locale: string, more: Partial<Notification>) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale, messages: { [locale]: {} } })}>
      <Shown notification={notificationOf(more)} />
    </I18nProvider>,
  );

test.each([
  ['en', 'match', 'It&#x27;s a match | \u200EYou and \u2068Mei-Lin\u2069 liked each other'],
  ['ar', 'missed-call', 'Missed call | \u200F\u2068Mei-Lin\u2069 called you'],
  ['ar', 'request', '\u200F\u2068Mei-Lin\u2069 says hello | Good night'],
] as const)('in %s the sentence of a %s runs the page’s way and the name in it its own', (locale, kind, words) =>
  expect(shown(locale, { kind })).toBe(words),
);

test('a name and words of theirs that stand alone are left as they are', () =>
  expect(shown('ar', { kind: 'message' })).toBe('Mei-Lin | Good night'));
