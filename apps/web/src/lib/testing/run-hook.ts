import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

/** Runs React without a browser in unit tests, on a page that shows nothing. */
export function unseenPage() {
  vi.stubGlobal('window', { HTMLIFrameElement: Object });
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const nothing = (): void => {};
  const ownerDocument = {
    nodeType: 9,
    addEventListener: nothing,
    activeElement: null,
    createElement: unseen,
    createTextNode,
  };
  // The members of an element that React uses; output is discarded.
  const changes = { setAttribute: nothing, appendChild: nothing, insertBefore: nothing, removeChild: nothing };
  function unseen(tagName: string) {
    return { nodeType: 1, tagName, style: {}, addEventListener: nothing, ownerDocument, ...changes };
  }
  function createTextNode(nodeValue: string) {
    return { nodeType: 3, nodeValue };
  }
  const root = createRoot(unseen('DIV') as unknown as Element);
  return {
    show: (shown: ReactNode): void => flushSync(() => root.render(createElement(I18nProvider, { i18n }, shown))),
    leave: (): void => flushSync(() => root.unmount()),
  };
}

/** Runs a hook on a page of its own. */
export function runHook<Props extends object>(hook: (props: Props) => void, props: Props) {
  const { show, leave } = unseenPage();
  function Hook(given: Props): null {
    hook(given);
    return null;
  }
  const render = (given: Props): void => show(createElement(Hook, given));
  render(props);
  return { render, leave };
}
