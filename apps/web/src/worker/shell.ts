import type { Stop } from '../lib/clock.ts';
import { SHELL_CACHE } from '../lib/worker-names.ts';

/** The files of one build that the app needs to open. */
export interface Build {
  /** Distinguishes this build from all others. */
  readonly revision: string;
  /** Paths; the page itself is `/home`. */
  readonly files: readonly string[];
}

export interface ShellPorts {
  readonly build: Build;
  readonly origin: string;
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
  readonly after: (ms: number, run: () => void) => Stop;
}

/** Opens the app without a network. Holds no personal data: API answers are never cached here. */
export interface Shell {
  /** Caches all files of this build; rejects when one is missing. */
  keepAll(): Promise<void>;
  /** Caches those paths that are files of a build and not cached yet. */
  keep(paths: readonly string[]): Promise<void>;
  /** Null: the worker leaves the request to the browser. */
  answer(request: Request): Promise<Response> | null;
  /** Deletes the earlier builds. */
  forgetOthers(): Promise<void>;
}

const PAGE = '/home';
/** The longest wait for the network when the page is cached. */
const PATIENCE_MS = 6_000;
/** Sent by a proxy when the server is down. */
const AWAY: readonly number[] = [502, 503, 504];
const ANSWERED_BY_SERVER_ALONE = ['/api/', '/media/'];
/** ANSWERED_BY_SERVER_ALONE as patterns, for the browser. */
export const PAST_THE_WORKER: readonly string[] = ANSWERED_BY_SERVER_ALONE.map((folder) => `${folder}*`);

export function createShell({ build, origin, caches, fetch, after }: ShellPorts): Shell {
  const mine = SHELL_CACHE + build.revision;

  async function keepOne(cache: Cache, path: string): Promise<void> {
    // A name with a hash has the same content in every build.
    const known = isHashed(path) ? await caches.match(path) : undefined;
    const response = known ?? (await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' }));
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    await cache.put(path, response);
  }

  async function kept(path: string): Promise<Response | undefined> {
    const own = await (await caches.open(mine)).match(path, { ignoreVary: true });
    // A tab of an earlier build goes on with its own files.
    return own ?? (isHashed(path) ? caches.match(path, { ignoreVary: true }) : undefined);
  }

  async function page(request: Request): Promise<Response> {
    const answer = fetch(request);
    const inTime = await Promise.race([answer.catch(() => null), late(after)]);
    if (inTime !== null && !AWAY.includes(inTime.status)) return inTime;
    return (await kept(PAGE)) ?? answer;
  }

  async function hashed(request: Request, path: string): Promise<Response> {
    const known = await kept(path);
    if (known !== undefined) return known;
    const response = await fetch(request);
    if (response.ok) await (await caches.open(mine)).put(path, response.clone());
    return response;
  }

  async function named(request: Request, path: string): Promise<Response> {
    const response = await fetch(request).catch(() => null);
    return response ?? (await kept(path)) ?? Response.error();
  }

  return {
    async keepAll() {
      const cache = await caches.open(mine);
      await Promise.all(build.files.map((path) => keepOne(cache, path)));
    },
    async keep(paths) {
      const cache = await caches.open(mine);
      const missing = paths.filter((path) => isHashed(path) && !build.files.includes(path));
      await Promise.all(missing.map((path) => keepOne(cache, path)));
    },
    answer(request) {
      const { origin: asked, pathname } = new URL(request.url);
      if (request.method !== 'GET' || asked !== origin || request.headers.has('range')) return null;
      if (ANSWERED_BY_SERVER_ALONE.some((folder) => pathname.startsWith(folder))) return null;
      if (request.mode === 'navigate') return page(request);
      if (isHashed(pathname)) return hashed(request, pathname);
      return build.files.includes(pathname) ? named(request, pathname) : null;
    },
    async forgetOthers() {
      const others = (await caches.keys()).filter((name) => name.startsWith(SHELL_CACHE) && name !== mine);
      await Promise.all(others.map((name) => caches.delete(name)));
    },
  };
}

/** The build puts a hash into these names. */
function isHashed(path: string): boolean {
  return path.startsWith('/assets/');
}

function late(after: ShellPorts['after']): Promise<null> {
  return new Promise((resolve) => {
    after(PATIENCE_MS, () => resolve(null));
  });
}
