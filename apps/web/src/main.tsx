import '@fontsource-variable/mona-sans/wdth.css';
import './theme/tokens.css';
import './theme/scale.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { followPreferences } from './app/look.ts';
import { takeSignedInMark } from './app/signed-in-mark.ts';
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
  await activateLanguage(appStore.getState().language);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
