import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askEarly } from './early-token.ts';
import { getToken, sessionUser } from './session-token.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

function cookies(cookie: string): { cookie: string } {
  const page = { cookie };
  vi.stubGlobal('document', page);
  return page;
}

test('a page that knows of no session does not ask for one', async () => {
  cookies('other=1; mysigned-in=1');
  expect(await sessionUser()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('a session is asked for once: its bearer serves the first call', async () => {
  cookies('other=1; signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementation(async () => Response.json(answer));
  expect(await sessionUser()).toBe(answer.userId);
  expect(await getToken()).toEqual(answer);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('what was asked for early is not asked for again, unless another session has begun', async () => {
  const page = cookies('signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementation(async () => Response.json(answer));
  askEarly();
  expect(await sessionUser()).toBe(answer.userId);
  expect(await getToken()).toEqual(answer);
  expect(fetched).toHaveBeenCalledTimes(1);
  askEarly();
  page.cookie = 'signed-in=two';
  await sessionUser();
  await getToken();
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('a session that has ended is asked for once, and forgotten', async () => {
  const page = cookies('signed-in=one');
  fetched.mockImplementation(async () => new Response(null, { status: 401 }));
  expect(await sessionUser()).toBeNull();
  expect(page.cookie).toBe('signed-in=; Path=/; Max-Age=0');
});

test('a session that ends while another one begins is not taken for it: the new one is asked for', async () => {
  const page = cookies('signed-in=one');
  const answer = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
  fetched.mockImplementationOnce(async () => {
    page.cookie = 'signed-in=two';
    return new Response(null, { status: 401 });
  });
  fetched.mockImplementationOnce(async () => Response.json(answer));
  expect(await sessionUser()).toBe(answer.userId);
  expect(page.cookie).toBe('signed-in=two');
});
