import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ChatRoom } from '@yonder/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { room, unsent, YOU } from '../samples.ts';
import type { UnsentMedia } from '../unsent.ts';
import { After, Failed, LastSaid } from './RowPreview.tsx';

test('what stands before a message is where the page’s language has it, whichever way the message runs', () => {
  const row = renderToStaticMarkup(<After before="أنت: ">See you at eight?</After>);
  expect(row).toMatch(/^<span[^>]*><span class="[^"]*">أنت: <\/span><span[^>]* dir="auto">See you at eight\?<\/span>/);
});

const inEnglish = (node: ReactNode): string =>
  renderToStaticMarkup(<I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>{node}</I18nProvider>);

test.each<[string, UnsentMedia['type'], UnsentMedia['attachment']]>([
  ['Photo', 'image', { kind: 'image', width: 4, height: 3, placeholder: '' }],
  ['Voice message, 0:07', 'voice', { kind: 'voice', seconds: 7, waveform: [1] }],
  ['One-time image', 'one_time_image', { kind: 'one_time_image', state: 'sealed' }],
])('of a refused file the row says what it is: %s', (words, type, attachment) => {
  const media: UnsentMedia = { type, folder: 'images', file: new Blob(), waveform: null, attachment, path: null };
  const row = inEnglish(<Failed unsent={unsent(1, { content: '', media, state: 'failed' })} />);
  expect(row).toContain('Not sent:');
  expect(row).toContain(`>${words}<`);
});

test('of refused words the row shows them', () => {
  expect(inEnglish(<Failed unsent={unsent(1, { state: 'failed' })} />)).toContain(`>${unsent(1).content}<`);
});

test.each<[string, Partial<ChatRoom>, string]>([
  ['begun from my comment', { type: 'post', unread: 1 }, 'Your comment was chosen:'],
  ['begun from my comment, and read', { type: 'post', unread: 0 }, 'You:'],
  ['of a call', { type: 'mode2', unread: 1 }, 'You:'],
])('a chat %s says whose words are shown, and why it is unread', (_, some, before) => {
  const last = { lastMessage: 'Pho, obviously', lastMessageSenderId: YOU };
  const shown = inEnglish(<LastSaid room={room({ ...last, ...some })} summary={{ kind: 'text' }} you={YOU} />);
  expect(shown).toContain(before);
  expect(shown).toContain('Pho, obviously');
});
