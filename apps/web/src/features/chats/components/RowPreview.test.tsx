import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ChatRoom } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { room, YOU } from '../samples.ts';
import { After, LastSaid } from './RowPreview.tsx';

test('what stands before a message is where the page’s language has it, whichever way the message runs', () => {
  const row = renderToStaticMarkup(<After before="أنت: ">See you at eight?</After>);
  expect(row).toMatch(/^<span[^>]*><span class="[^"]*">أنت: <\/span><span[^>]* dir="auto">See you at eight\?<\/span>/);
});

test.each<[string, Partial<ChatRoom>, string]>([
  ['begun from my comment', { type: 'post', unread: 1 }, 'Your comment was chosen:'],
  ['begun from my comment, and read', { type: 'post', unread: 0 }, 'You:'],
  ['of a call', { type: 'mode2', unread: 1 }, 'You:'],
])('a chat %s says whose words are shown, and why it is unread', (_, some, before) => {
  const last = { lastMessage: 'Pho, obviously', lastMessageSenderId: YOU };
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <LastSaid room={room({ ...last, ...some })} summary={{ kind: 'text' }} you={YOU} />
    </I18nProvider>,
  );
  expect(shown).toContain(before);
  expect(shown).toContain('Pho, obviously');
});
