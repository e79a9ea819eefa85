import { loadInside } from '../lib/i18n.ts';

let loading: ReturnType<typeof load> | undefined;

/** Everything but the landing page, with its words and the session: who only looks at that page does not load it. */
export function loadPages(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const [pages] = await Promise.all([import('./Inside.tsx'), loadInside()]);
  const { Inside, hearWorker, keepFocus, startSession, followOnline, followReachable } = pages;
  hearWorker();
  keepFocus(document);
  startSession();
  followOnline();
  followReachable();
  return Inside;
}
