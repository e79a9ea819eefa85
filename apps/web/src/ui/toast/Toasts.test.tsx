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

test('the glyph stands on the colour that was asked for, else on its type’s own', () => {
  const accented = toToast({ message: 'Your chats have begun.', type: 'success', themeAccent: 'mode1' }, () => 'one');
  const plain = toToast({ message: 'It failed.', type: 'error' }, () => 'two');
  shown = [accented!, plain!].map((toast) => ({ ...toast, phase: 'shown' }));
  const glyphs = [...page().matchAll(/<span [^>]*data-type="(\w+)"(?: data-accent="(\w+)")?>/g)];
  expect(glyphs.map(([, type, accent]) => [type, accent])).toEqual([
    ['success', 'mode1'],
    ['error', undefined],
  ]);
});

test('the name above a message is not translated, the message is', () => {
  const toast = toToast({ message: 'Hello', title: 'Rose', notificationType: 'message' }, () => 'one');
  shown = [{ ...toast!, phase: 'shown' }];
  expect(page()).toMatch(/<strong [^>]*translate="no"[^>]*>Rose</);
  expect(page().match(/translate="no"/g)).toHaveLength(1);
});
