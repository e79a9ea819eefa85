import { i18n } from '@lingui/core';
import { after } from '../lib/clock.ts';
import { loadInside } from '../lib/i18n.ts';
import { isSignedIn } from '../lib/session-mark.ts';

let loading: ReturnType<typeof load> | undefined;

/** Loads all but the landing page, with messages and session. A visitor to the landing page alone never needs it. */
export function loadPages(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Requests the chats page together with the scripts of all pages, instead of after the session check. */
function warm(pathname: string): void {
  if (pathname === '/chats' && isSignedIn()) import('./Conversations.tsx').catch(() => {});
}

/** The API client comes first, as its schemas take time. The pause between the steps lets the browser handle input. */
async function inTwoSteps() {
  await import('../lib/client.ts');
  warm(window.location.pathname);
  await new Promise<void>((resolve) => after(0, resolve));
  return import('./Inside.tsx');
}

/** Formatting the first number costs 14 ms, as the browser reads its tables: better now than while rendering. */
function readNumbers(): void {
  after(0, () => i18n.number(0));
}

async function load() {
  const [pages] = await Promise.all([inTwoSteps(), loadInside().then(readNumbers)]);
  const { Inside, askForPage, hearWorker, keepFocus, startSession, followOnline, followReachable } = pages;
  // A failed script is requested again when its page opens.
  if (isSignedIn()) askForPage(window.location.pathname).catch(() => {});
  hearWorker();
  keepFocus(document);
  startSession();
  followOnline();
  followReachable();
  return Inside;
}
