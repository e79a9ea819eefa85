import { setupI18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { CHAT_CLOSED, ENDED_BY_OTHER, ENDED_BY_YOU, ERASED_COMMENT, TAKEN_AWAY } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useShownWords } from './shown-words.ts';

const translated = (message: MessageDescriptor, text: string) => ({ [message.id]: text });
const german = setupI18n({
  locale: 'de',
  messages: {
    de: {
      ...translated(msg`Removed by moderators.`, 'Entfernt'),
      ...translated(msg`This comment is gone with the account of who wrote it.`, 'Gelöscht'),
      ...translated(msg`You chose to end the chat`, 'Von dir beendet'),
      ...translated(msg`The other person ended the chat`, 'Vom anderen beendet'),
      ...translated(msg`This chat is closed.`, 'Geschlossen'),
    },
  },
});

function Words({ words }: { words: string }) {
  return useShownWords()(words);
}

test.each([
  [TAKEN_AWAY, 'Entfernt'],
  [ERASED_COMMENT, 'Gelöscht'],
  [ENDED_BY_YOU, 'Von dir beendet'],
  [ENDED_BY_OTHER, 'Vom anderen beendet'],
  [CHAT_CLOSED, 'Geschlossen'],
  ['What somebody said', 'What somebody said'],
])('what the server writes as %o reads %s in German', (words, shown) => {
  const page = (
    <I18nProvider i18n={german}>
      <Words words={words} />
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(shown);
});
