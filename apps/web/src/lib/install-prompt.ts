import { createStore } from 'zustand/vanilla';

/** What some browsers hand over instead of asking at a moment of their own. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Null: this browser has nothing to ask with, or has asked. */
export const installPrompt = createStore<{ current: InstallPrompt | null }>(() => ({ current: null }));

/** It comes once, early, and is kept for the page that offers it. */
export function keepInstallPrompt(target: Window): void {
  target.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    installPrompt.setState({ current: event });
  });
  target.addEventListener('appinstalled', () => installPrompt.setState({ current: null }));
}

/** Asks whether to install; the browser allows that once. */
export async function askToInstall(): Promise<void> {
  const { current } = installPrompt.getState();
  installPrompt.setState({ current: null });
  await current?.prompt();
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}
