import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Recording } from '../media/recorder.ts';
import { RecordingNote } from './RecordingBar.tsx';

const said = (recording: Recording) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RecordingNote recording={recording} />
    </I18nProvider>,
  );

test('what says that it records, and why it ended, is there before', () => {
  const voice = { id: 'one', file: new Blob(), waveform: [], seconds: 3 };
  expect(said({ at: 'asking' })).toMatch(/^<p [^>]*role="status"><\/p>$/);
  expect(said({ at: 'recording', since: 0, levels: [] })).toMatch(/role="status"><span [^>]*>Recording<\/span><\/p>$/);
  expect(said({ at: 'finishing', levels: [], next: 'ready' })).toMatch(/role="status"><\/p>$/);
  expect(said({ at: 'ready', voice, end: 'asked' })).toMatch(/role="status"><\/p>$/);
  expect(said({ at: 'ready', voice, end: 'microphone' })).toMatch(
    /role="status"><span>Your device took the microphone/,
  );
});
