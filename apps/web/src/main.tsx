import './theme/typeface/typeface.css';
import './theme/tokens.css';
import './theme/scale.css';
import './theme/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { isEntrance, isLanding, needsInside } from './app/front-pages.ts';
import { loadPages } from './app/load-pages.ts';
import { followPreferences } from './app/look.ts';
import { takeSignedInMark } from './app/signed-in-mark.ts';
import { askEarly } from './lib/early-token.ts';
import { activateLanguage } from './lib/i18n.ts';
import { keepInstallPrompt } from './lib/install-prompt.ts';
import { cleanUp, quiet } from './lib/page-load.ts';
import { refuseStrayFiles } from './lib/stray-files.ts';
import { appStore } from './state/store.ts';

async function start(): Promise<void> {
  takeSignedInMark();
  followPreferences();
  refuseStrayFiles(window);
  keepInstallPrompt(window);
  void cleanUp({
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    caches: 'caches' in window ? window.caches : undefined,
    origin: window.location.origin,
    page: import.meta.env.PROD ? 'built' : 'developed',
  });
  if (import.meta.env.PROD) quiet(console);
  const words = activateLanguage(appStore.getState().language);
  const { pathname } = window.location;
  if (needsInside(pathname)) {
    askEarly();
    // The page that needs what failed here requests it again.
    const pages = loadPages().catch(() => {});
    // Without the pages nothing new could be shown on this path.
    if (!isLanding(pathname) && !isEntrance(pathname)) await pages;
  }
  await words;
  const root = document.getElementById('root');
  // The message for old browsers has replaced it.
  if (root === null) return;
  // Renders in small steps, so that the browser handles input in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

void start();
