import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { OfflineLine, OutOfReach } from './OfflineLine.tsx';

vi.mock('../lib/reachable.ts', () => ({ useReachable: () => true }));
vi.mock('../state/store.ts', () => ({ useAppState: () => true }));

test.each([
  ['there', / cannot be reached right now\. What this means\.</],
  ['away', />You are offline\. What this means\.</],
] as const)('with a network that is %s the reader learns what is out of reach', (network, words) => {
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <OutOfReach network={network}>What this means.</OutOfReach>
    </I18nProvider>,
  );
  expect(shown).toMatch(words);
});

test('what reads it out is there while the server is within reach', () => {
  expect(renderToStaticMarkup(<OfflineLine>What this means.</OfflineLine>)).toBe('<div role="status"></div>');
});
