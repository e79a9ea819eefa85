import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';

/** The small browser that comes with WebKitGTK: the one in WEBKIT_PATH, or Debian's. Undefined when there is none. */
export function findWebKit(): string | undefined {
  const named = process.env['WEBKIT_PATH'];
  const found = named === undefined ? installed() : [named];
  return found.find((path) => existsSync(path));
}

function installed(): string[] {
  if (!existsSync(LIBRARIES)) return [];
  const folders = readdirSync(LIBRARIES).filter((name) => name.includes('-linux-'));
  return folders.map((name) => join(LIBRARIES, name, 'webkit2gtk-4.1/MiniBrowser'));
}

/** Whether it can be started: it needs a screen, which Xvfb is in memory. */
export function hasWebKit(): boolean {
  const folders = (process.env['PATH'] ?? '').split(':');
  return findWebKit() !== undefined && folders.some((folder) => existsSync(join(folder, 'Xvfb')));
}
