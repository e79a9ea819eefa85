import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { QueueView } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { client } from '../../../lib/client.ts';
import { FindingQueue } from './FindingQueue.tsx';

function wordsOf(check: QueueView['check']): string {
  const queue: QueueView = { status: 'waiting', position: 3, totalInQueue: 12, expectedWaitSeconds: null, check };
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <FindingQueue queue={queue} />
    </I18nProvider>,
  );
}

test('a person who waits reads the place in the queue', () => {
  expect(wordsOf(null)).toContain('Number 3 of 12 in the queue');
});

test('a person who pauses for 8 minutes reads so instead, and why', () => {
  const words = wordsOf({ kind: 'paused', until: client.serverNow() + 7.5 * 60_000 });
  expect(words).not.toContain('Number');
  expect(words).toContain('You ended your last matches at once.');
  expect(words).toContain('You keep your place, and are matched again in about 8 minutes.');
});
