import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { client } from '../../../lib/client.ts';
import { runHook } from '../../../lib/testing/run-hook.ts';
import { useHindrance } from '../use-matching.ts';
import { Hindered } from './Hindered.tsx';

/** The hindrance that this page shows now. */
function hindrance(): ReturnType<typeof useHindrance> {
  let found: ReturnType<typeof useHindrance> = null;
  runHook(() => void (found = useHindrance()), {}).leave();
  return found;
}

test('behind a proxy that refuses sockets nobody can be looked for, and one reads why before one tries', () => {
  expect(hindrance()).toBeNull();
  vi.spyOn(client.live.blocked, 'get').mockReturnValue(true);
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Hindered hindrance={hindrance()} />
    </I18nProvider>,
  );
  expect(shown).toContain('>Your network lets no live connection through. Calls and matches need one.<');
});
