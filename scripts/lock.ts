import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from './run-tool.ts';

/**
 * npm leaves other platforms' builds out of the lock when it writes one beside an installed node_modules
 * (npm/cli issue 4828), and `npm ci` then refuses the lock. `npm run lock` writes them in.
 */
const FILE = join(ROOT, 'package-lock.json');
const SYSTEMS = ['android', 'darwin', 'freebsd', 'openharmony', 'win32', 'linux'];
const PROCESSORS = ['arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'arm'];

const Entries = z.record(z.string(), z.unknown());
const Package = z.object({
  dev: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});

type Entries = z.infer<typeof Entries>;

/** Builds that a package names and the lock leaves out. */
export function missingBuilds(): string[] {
  return Object.keys(completions(readLock().packages)).map((path) => path.replace('node_modules/', ''));
}

export function completeLock(): void {
  const { lock, packages } = readLock();
  const complete = Object.entries({ ...packages, ...completions(packages) });
  const sorted = complete.toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

function readLock(): { lock: Entries; packages: Entries } {
  const lock = Entries.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  return { lock, packages: Entries.parse(lock['packages']) };
}

function completions(packages: Entries): Entries {
  const missing: Entries = {};
  for (const [owner, entry] of Object.entries(packages)) {
    const { dev, optionalDependencies = {} } = Package.parse(entry);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isPresent = `node_modules/${name}` in packages || `${owner}/node_modules/${name}` in packages;
      if (!isPresent) missing[`node_modules/${name}`] = build(name, version, dev);
    }
  }
  return missing;
}

/** A build says in its name what it runs on. */
function build(name: string, version: string, dev: boolean | undefined): Entries {
  const os = SYSTEMS.find((system) => name.includes(system));
  const cpu = PROCESSORS.find((processor) => name.includes(processor));
  const libc = name.includes('musl') ? 'musl' : 'glibc';
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(os === 'linux' && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}
