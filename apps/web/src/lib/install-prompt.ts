import { createStore } from 'zustand/vanilla';

/** The event that some browsers fire instead of asking by themselves. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Null: this browser has no such event, or has already asked. */
export const installPrompt = createStore<{ current: InstallPrompt | null }>(() => ({ current: null }));

/** Keeps the event, which comes once and early, for the page that offers the installation. */
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
