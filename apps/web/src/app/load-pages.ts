import { i18n } from '@lingui/core';
import { after } from '../lib/clock.ts';
import { loadInside } from '../lib/i18n.ts';
import { isSignedIn } from '../lib/session-mark.ts';

let loading: ReturnType<typeof load> | undefined;

/** Everything but the landing page, with its words and the session: who only looks at that page does not load it. */
export function loadPages(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Asked for beside the scripts of all pages, instead of once it is known who looks. */
function warm(pathname: string): void {
  if (pathname === '/chats' && isSignedIn()) import('./Conversations.tsx').catch(() => {});
}

/** First what asks the server, whose schemas are made when it runs: between the two a press is heard. */
async function inTwoSteps() {
  await import('../lib/client.ts');
  warm(window.location.pathname);
  await new Promise<void>((resolve) => after(0, resolve));
  return import('./Inside.tsx');
}

/** The first number that is written costs the browser 14 ms, for which it reads its tables: not while something is drawn. */
function readNumbers(): void {
  after(0, () => i18n.number(0));
}

async function load() {
  const [pages] = await Promise.all([inTwoSteps(), loadInside().then(readNumbers)]);
  const { Inside, askForPage, hearWorker, keepFocus, startSession, followOnline, followReachable } = pages;
  // What fails here is asked for again where the page is opened.
  if (isSignedIn()) askForPage(window.location.pathname).catch(() => {});
  hearWorker();
  keepFocus(document);
  startSession();
  followOnline();
  followReachable();
  return Inside;
}
