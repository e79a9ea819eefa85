type Where = 'localStorage' | 'sessionStorage';

/** A small thing on this device or in this tab, by name; null: there is none, or nothing can be kept here. */
export function keptItem(name: string, where: Where = 'localStorage'): string | null {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

/** null takes it away. */
export function keepItem(name: string, value: string | null, where: Where = 'localStorage'): void {
  try {
    if (value === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, value);
  } catch {
    // Where nothing can be kept, nothing is.
  }
}

/** Whether drafts and unsent messages outlive this page. Throws nothing: a browser may refuse a store as it is named. */
export function canStore(): boolean {
  try {
    localStorage.setItem('probe', '');
    localStorage.removeItem('probe');
    return 'open' in indexedDB;
  } catch {
    return false;
  }
}
