import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { toToast, type QueuedToast } from './toast-queue.ts';
import { Toasts } from './Toasts.tsx';

let shown: QueuedToast[] = [];
vi.mock('./toasts.ts', () => ({ useToasts: () => shown, dismissToast: () => {} }));

function page(): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Toasts />
    </I18nProvider>,
  );
}

test('what reads messages out is there before the first one, and a message in it is not read twice', () => {
  expect(page()).toMatch(/^<section [^>]*aria-live="polite" aria-relevant="additions"[^>]*><\/section>$/);
  const toast = toToast({ message: 'Call started', type: 'success' }, () => 'one');
  shown = [{ ...toast!, phase: 'shown' }];
  expect(page()).toMatch(/aria-live="polite".*Call started/);
  expect(page()).not.toMatch(/role="(?:status|alert)"/);
});

test('a failure interrupts', () => {
  const toast = toToast({ message: 'It failed.', type: 'error' }, () => 'one');
  shown = [{ ...toast!, phase: 'shown' }];
  expect(page()).toMatch(/role="alert".*It failed\./);
});
