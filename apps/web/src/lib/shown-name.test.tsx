import { setupI18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { ANONYMOUS, DELETED_ACCOUNT } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useShownName } from './shown-name.ts';

const translated = (message: MessageDescriptor, text: string) => ({ [message.id]: text });
const german = setupI18n({
  locale: 'de',
  messages: {
    de: { ...translated(msg`Anonymous`, 'Anonym'), ...translated(msg`Deleted account`, 'Gelöschtes Konto') },
  },
});

function Name({ name }: { name: string | undefined }) {
  return useShownName()(name);
}

test.each([
  [undefined, 'Anonym'],
  [ANONYMOUS, 'Anonym'],
  [DELETED_ACCOUNT, 'Gelöschtes Konto'],
  ['Mei', 'Mei'],
])('somebody the server calls %o reads as %s in German', (name, shown) => {
  const page = (
    <I18nProvider i18n={german}>
      <Name name={name} />
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(shown);
});
