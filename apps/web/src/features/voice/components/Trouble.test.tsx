import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CallState } from '../call-state.ts';
import { inCall, liked, run } from '../samples.ts';
import { TroubleAloud } from './Trouble.tsx';

function said(state: CallState): string {
  if (state.kind !== 'calling') throw new Error('not in a call');
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <TroubleAloud state={state} />
    </I18nProvider>,
  );
}

test('what says that a connection is lost is there before it is lost', () => {
  const calm = inCall(liked());
  expect(said(calm)).toMatch(/^<p [^>]*role="status"><\/p>$/);
  expect(said(run(calm, { kind: 'link-down' }).state)).toMatch(/role="status">Reconnecting…<\/p>$/);
});
