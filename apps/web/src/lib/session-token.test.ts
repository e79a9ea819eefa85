import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as EarlyToken from './early-token.ts';
import type * as SessionToken from './session-token.ts';

const fetched = vi.fn<typeof fetch>();
const kept = new Map<string, string>();

let askEarly: typeof EarlyToken.askEarly;
let page: typeof SessionToken;

beforeEach(async () => {
  fetched.mockReset();
  kept.clear();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.resetModules();
  ({ askEarly } = await import('./early-token.ts'));
  page = await import('./session-token.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function cookies(cookie: string, port = ''): { cookie: string } {
  const browser = { cookie, location: { port } };
  vi.stubGlobal('document', browser);
  return browser;
}

test('a page that knows of no session does not ask for one', async () => {
  cookies('other=1; mysigned-in=1');
  expect(await page.sessionUser()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('a session of another instance on this host is none of ours', async () => {
  cookies('signed-in=one; signed-in-4000=two', '3000');
  expect(await page.sessionUser()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('a session is asked for once: its bearer serves the first call', async () => {
  cookies('other=1; signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementation(async () => Response.json(answer));
  expect(await page.sessionUser()).toBe(answer.userId);
  expect(await page.getToken()).toEqual(answer);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('what was asked for early is not asked for again, unless another session has begun', async () => {
  const browser = cookies('signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementation(async () => Response.json(answer));
  askEarly();
  expect(await page.sessionUser()).toBe(answer.userId);
  expect(await page.getToken()).toEqual(answer);
  expect(fetched).toHaveBeenCalledTimes(1);
  askEarly();
  browser.cookie = 'signed-in=two';
  await page.sessionUser();
  await page.getToken();
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a session that has ended is asked for once, and forgotten', async () => {
  const browser = cookies('signed-in=one');
  fetched.mockImplementation(async () => new Response(null, { status: 401 }));
  expect(await page.sessionUser()).toBeNull();
  expect(browser.cookie).toBe('signed-in=; Path=/; Max-Age=0');
});

test('a session that ends while another one begins is not taken for it: the new one is asked for', async () => {
  const browser = cookies('signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementationOnce(async () => {
    browser.cookie = 'signed-in=two';
    return new Response(null, { status: 401 });
  });
  fetched.mockImplementationOnce(async () => Response.json(answer));
  expect(await page.sessionUser()).toBe(answer.userId);
  expect(browser.cookie).toBe('signed-in=two');
});

const ANN = { accessToken: 'of Ann', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000001' };
const BOB = { accessToken: 'of Bob', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000002' };

test('a page gets bearers of the person it began with, and of nobody else', async () => {
  const browser = cookies('signed-in=one');
  fetched.mockImplementation(async () => Response.json(ANN));
  await page.sessionUser();
  await page.getToken();
  browser.cookie = 'signed-in=two';
  expect(page.isSucceeded()).toBe(true);
  expect(await page.getToken()).toEqual(ANN);
  expect(page.isSucceeded()).toBe(false);
  browser.cookie = 'signed-in=three';
  fetched.mockImplementation(async () => Response.json(BOB));
  await expect(page.getToken()).rejects.toMatchObject({ reason: 'session-ended' });
  expect(await page.sessionUser()).toBe(BOB.userId);
  await expect(page.getToken()).rejects.toMatchObject({ reason: 'session-ended' });
  expect(page.isSucceeded()).toBe(true);
});

const refusal = () => new Response(null, { status: 401 });

test('a bearer that is refused while another session begins is asked for again at once', async () => {
  const browser = cookies('signed-in=one');
  fetched.mockImplementation(async () => Response.json(ANN));
  await page.sessionUser();
  await page.getToken();
  fetched.mockImplementationOnce(async () => {
    browser.cookie = 'signed-in=two';
    return refusal();
  });
  expect(await page.getToken()).toEqual(ANN);
});

test('whose session has ended is out 1,500 ms later, unless another one has begun by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const browser = cookies('signed-in=one');
  fetched.mockImplementation(async () => Response.json(ANN));
  await page.sessionUser();
  await page.getToken();
  fetched.mockImplementation(async () => (browser.cookie === 'signed-in=one' ? refusal() : Response.json(ANN)));
  const ended = page.getToken();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await ended).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(2);
  const replaced = page.getToken();
  await vi.advanceTimersByTimeAsync(1_499);
  browser.cookie = 'signed-in=two';
  await vi.advanceTimersByTimeAsync(1);
  expect(await replaced).toEqual(ANN);
});

test('whoever has logged out in another tab is out at once, and nobody is asked', async () => {
  const browser = cookies('signed-in=one');
  fetched.mockImplementation(async () => Response.json(ANN));
  await page.sessionUser();
  await page.getToken();
  browser.cookie = '';
  expect(await page.getToken()).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('where nobody can be asked it is the person of the last session, as long as no other one has begun', async () => {
  const browser = cookies('signed-in=one');
  kept.set('kept-session', `one ${ANN.userId}`);
  browser.cookie = 'signed-in=two';
  expect(page.knownUser()).toBeNull();
  browser.cookie = 'signed-in=one';
  expect(page.knownUser()).toBe(ANN.userId);
  fetched.mockImplementation(async () => Response.json(BOB));
  await expect(page.getToken()).rejects.toMatchObject({ reason: 'session-ended' });
  expect(kept.get('kept-session')).toBe(`one ${ANN.userId}`);
});
