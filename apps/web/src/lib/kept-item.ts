/** A small thing on this device, by name; null: there is none, or nothing can be kept here. */
export function keptItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** null takes it away. */
export function keepItem(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Where nothing can be kept, nothing is.
  }
}
