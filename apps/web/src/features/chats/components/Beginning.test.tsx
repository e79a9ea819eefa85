import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ChatRoom } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { room } from '../samples.ts';
import { Beginning } from './Beginning.tsx';

test.each<[string, Partial<ChatRoom>, string]>([
  ['two strangers', { type: 'mode3', isAnonymous: true }, 'You met by chance.'],
  ['a text match that both liked', { type: 'mode3' }, 'You both liked each other.'],
  ['a call that both liked', { type: 'mode2' }, 'You both liked each other.'],
])('the chat of %s says how it began, also when nobody has written', (_, some, line) => {
  const page = (
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Beginning room={room(some)} older="none" />
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toContain(line);
});
