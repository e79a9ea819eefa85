import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

/** A hook at work without a browser, for the unit tests: on a page that shows nothing. */
export function runHook<Props extends object>(hook: (props: Props) => void, props: Props) {
  vi.stubGlobal('window', { HTMLIFrameElement: Object });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const addEventListener = (): void => {};
  const ownerDocument = { nodeType: 9, addEventListener, activeElement: null };
  // As much of an element as React asks for to draw nothing.
  const root = createRoot({ nodeType: 1, tagName: 'DIV', addEventListener, ownerDocument } as unknown as Element);
  function Hook(given: Props): null {
    hook(given);
    return null;
  }
  const render = (given: Props): void =>
    flushSync(() => root.render(createElement(I18nProvider, { i18n }, createElement(Hook, given))));
  render(props);
  return { render, leave: (): void => flushSync(() => root.unmount()) };
}
