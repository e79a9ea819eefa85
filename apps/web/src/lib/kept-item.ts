type Where = 'localStorage' | 'sessionStorage';

/** A stored string of this device or tab; null: there is none, or storage is refused. */
export function keptItem(name: string, where: Where = 'localStorage'): string | null {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function keepItem(name: string, value: string | null, where: Where = 'localStorage'): void {
  try {
    if (value === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, value);
  } catch {
    // The browser refuses storage.
  }
}

/** Whether drafts and unsent messages outlive this page. Never throws, even if the browser refuses a store's name. */
export function canStore(): boolean {
  try {
    localStorage.setItem('probe', '');
    localStorage.removeItem('probe');
    return 'open' in indexedDB;
  } catch {
    return false;
  }
}
