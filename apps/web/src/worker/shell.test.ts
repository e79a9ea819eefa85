import { beforeEach, describe, expect, test } from 'vitest';
import { createShell, type Shell } from './shell.ts';

const ORIGIN = 'https://app.example';

/** A fake CacheStorage, by path. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (asked: RequestInfo | URL) =>
    new URL(typeof asked === 'string' ? asked : String(asked), ORIGIN).pathname;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (path: string) => store.get(pathOf(path))?.clone(),
      put: async (path: string, response: Response) => void store.set(pathOf(path), response),
    } as unknown as Cache;
  };
  return {
    stores,
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (path: RequestInfo | URL) =>
      [...stores.values()].map((store) => store.get(pathOf(path))?.clone()).find(Boolean),
  };
}

type World = ReturnType<typeof world>;
let here: World;

function world() {
  const caches = fakeCaches();
  const timers: (() => void)[] = [];
  const asked: string[] = [];
  let network: (path: string) => Promise<Response> = async (path) => new Response(`network ${path}`);
  const shellOf = (revision: string, files: readonly string[]): Shell =>
    createShell({
      build: { revision, files },
      origin: ORIGIN,
      caches,
      fetch: (input) => {
        const { pathname } = new URL(typeof input === 'string' ? input : input.url, ORIGIN);
        asked.push(pathname);
        return network(pathname);
      },
      after: (_ms, run) => (timers.push(run), () => {}),
    });
  const setNetwork = (next: typeof network) => {
    network = next;
  };
  return { caches, timers, asked, shellOf, setNetwork };
}

beforeEach(() => {
  here = world();
});

/** A request's mode `navigate` cannot be constructed. */
const request = (path: string, mode: RequestMode | 'navigate' = 'cors', init: RequestInit = {}): Request =>
  new Proxy(new Request(new URL(path, ORIGIN), init), {
    get: (target, name) => (name === 'mode' ? mode : Reflect.get(target, name, target)),
  });
const textOf = async (answer: Promise<Response> | null): Promise<string | null> =>
  answer === null ? null : (await answer).text();

const FILES = ['/home', '/assets/app-1.js', '/after-paint.js'];
const names = (revision: string) => [...(here.caches.stores.get(`yonder-shell-${revision}`)?.keys() ?? [])].toSorted();
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

async function kept(): Promise<Shell> {
  const shell = here.shellOf('one', FILES);
  await shell.keepAll();
  return shell;
}

test('a build is kept whole, or not at all', async () => {
  await kept();
  expect(names('one')).toEqual(FILES.toSorted());
  here.setNetwork(async () => new Response('', { status: 404 }));
  await expect(here.shellOf('two', ['/assets/other-2.js']).keepAll()).rejects.toThrow('/assets/other-2.js');
});

test('a file that an earlier build has, too, is not asked for again', async () => {
  await kept();
  here.asked.length = 0;
  await here.shellOf('two', ['/home', '/assets/app-1.js', '/assets/new-2.js']).keepAll();
  expect(here.asked).toEqual(['/home', '/assets/new-2.js']);
});

describe('a page', () => {
  test('comes from the server while it is there', async () => {
    const shell = await kept();
    here.setNetwork(async () => new Response('newer'));
    expect(await textOf(shell.answer(request('/chats', 'navigate')))).toBe('newer');
  });

  test.each<[string, () => Promise<Response>]>([
    ['nobody answers', gone],
    ['a proxy says 502', async () => new Response('', { status: 502 })],
    ['a proxy says 503', async () => new Response('', { status: 503 })],
  ])('comes from the device where %s', async (_, network) => {
    const shell = await kept();
    here.setNetwork(network);
    expect(await textOf(shell.answer(request('/chat/one?x=1', 'navigate')))).toBe('network /home');
  });

  test('comes from the device when the server takes longer than 6,000 ms', async () => {
    const shell = await kept();
    here.setNetwork(() => new Promise(() => {}));
    const answer = textOf(shell.answer(request('/home', 'navigate')));
    here.timers.forEach((run) => run());
    expect(await answer).toBe('network /home');
  });

  test('that is refused is refused', async () => {
    const shell = await kept();
    here.setNetwork(async () => new Response('no', { status: 403 }));
    expect(await textOf(shell.answer(request('/home', 'navigate')))).toBe('no');
  });
});

describe('a file', () => {
  test('of the build comes from the device, without asking', async () => {
    const shell = await kept();
    here.setNetwork(gone);
    expect(await textOf(shell.answer(request('/assets/app-1.js')))).toBe('network /assets/app-1.js');
  });

  test('of an earlier build is there as long as that one is', async () => {
    await kept();
    const newer = here.shellOf('two', ['/home']);
    await newer.keepAll();
    here.setNetwork(async () => new Response('', { status: 404 }));
    expect(await textOf(newer.answer(request('/assets/app-1.js')))).toBe('network /assets/app-1.js');
    await newer.forgetOthers();
    expect([...here.caches.stores.keys()]).toEqual(['yonder-shell-two']);
    expect((await newer.answer(request('/assets/app-1.js')))?.status).toBe(404);
  });

  test('that comes later is kept for the next time; one that is not there is not', async () => {
    const shell = await kept();
    await shell.answer(request('/assets/de-3.js'));
    here.setNetwork(async () => new Response('', { status: 404 }));
    await shell.answer(request('/assets/gone-4.js'));
    here.setNetwork(gone);
    expect(await textOf(shell.answer(request('/assets/de-3.js')))).toBe('network /assets/de-3.js');
    await expect(shell.answer(request('/assets/gone-4.js'))).rejects.toThrow();
  });

  test('without a hash comes from the server while it is there', async () => {
    const shell = await kept();
    here.setNetwork(async () => new Response('newer'));
    expect(await textOf(shell.answer(request('/after-paint.js')))).toBe('newer');
    here.setNetwork(gone);
    expect(await textOf(shell.answer(request('/after-paint.js')))).toBe('network /after-paint.js');
  });
});

test.each([
  ['/api/v1/config', 'cors'],
  ['/api/v1/auth/login', 'navigate'],
  ['/media/photos/a.webp', 'no-cors'],
  ['https://elsewhere.example/assets/app-1.js', 'cors'],
  ['/robots.txt', 'cors'],
] as const)('%s (%s) is not the worker’s business', async (path, mode) => {
  expect((await kept()).answer(request(path, mode))).toBeNull();
});

test('what is sent, and a part of a file, go to the server', async () => {
  const shell = await kept();
  expect(shell.answer(request('/assets/app-1.js', 'cors', { method: 'POST' }))).toBeNull();
  expect(shell.answer(request('/assets/app-1.js', 'cors', { headers: { range: 'bytes=0-1' } }))).toBeNull();
});

test('a page tells which files it has loaded; nothing but files of a build is kept for it', async () => {
  const shell = await kept();
  await shell.keep(['/assets/de-3.js', '/assets/app-1.js', '/api/v1/config', '/media/photos/a.webp']);
  expect(names('one')).toEqual([...FILES, '/assets/de-3.js'].toSorted());
});
