import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import type { OwnProfile } from '@yonder/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { needsInside } from './front-pages.ts';
import { keptSelf } from './kept-self.ts';
import { withPreferences } from '../state/transitions.ts';
import { DEFAULT_PREFERENCES } from '../state/user.ts';
import { ANN, BOB, ownProfile } from '../state/samples.ts';
import { storageInMemory } from '../lib/testing/storage.ts';

/** The browser's: pages share its cookie and storage. */
let kept: Map<string, string>;
let inTab: Map<string, string>;
let cookies: EventTarget & { cookie: string; visibilityState: string };
/** The server's. */
let sessions: { userId: string; isOver: boolean }[];
let current: number | null;
let profiles: Map<string, OwnProfile>;
let done: string[];
let isReached: boolean;
let asked: number;
const closes: (() => void)[] = [];
const leaveDevice = vi.fn<(stays: string | null) => Promise<void>>(async () => {});

beforeEach(() => {
  [kept, inTab] = [new Map(), new Map()];
  cookies = Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible', location: { port: '' } });
  [sessions, current, profiles, done, isReached, asked] = [[], null, new Map(), [], true, 0];
  leaveDevice.mockClear();
  vi.stubGlobal('document', cookies);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', storageInMemory(kept));
  vi.stubGlobal('sessionStorage', storageInMemory(inTab));
  vi.stubGlobal('location', { origin: 'https://yonder.test' });
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => answer(...call));
  vi.stubGlobal('WebSocket', Socket);
  vi.doMock('../features/device/leave.ts', () => ({ leaveDevice }));
});
afterEach(async () => {
  // Waits for the wipe, which would disturb the next test.
  await vi.waitUntil(() => !/^(?:over|left) /.test(kept.get('kept-session') ?? ''), 4_000);
  // A page that goes on under another session's cookie wipes nothing.
  cookies.cookie = 'signed-in=later';
  for (const close of closes.splice(0)) close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A live connection that the test ends. */
class Socket extends EventTarget {
  static latest: Socket | undefined;
  constructor() {
    super();
    Socket.latest = this;
  }
  send(): void {}
  close(): void {}
}

function signIn(userId: string): void {
  current = sessions.push({ userId, isOver: false }) - 1;
  cookies.cookie = `signed-in=mark-${current}`;
}

/** Ends the session on another device, or by its age: this browser is not told. */
function endSession(): void {
  const session = sessions[current ?? -1];
  if (session) session.isOver = true;
}

function signOut(): void {
  endSession();
  current = null;
  cookies.cookie = '';
}

function answer(path: Parameters<typeof fetch>[0], { headers }: RequestInit = {}): Response {
  asked += 1;
  if (!isReached) throw new TypeError('Failed to fetch');
  const refused = Response.json({ error: { status: 'UNAUTHENTICATED', message: 'no' } }, { status: 401 });
  const { pathname } = new URL(String(path), 'https://yonder.test');
  if (pathname.endsWith('/logout')) {
    signOut();
    return new Response(null, { status: 204 });
  }
  if (pathname.endsWith('/token')) {
    const session = sessions[current ?? -1];
    if (session === undefined || session.isOver) return refused;
    return Response.json({ accessToken: `${current}`, expiresIn: 300, userId: session.userId });
  }
  const session = sessions[Number(new Headers(headers).get('authorization')?.slice('Bearer '.length))];
  if (session === undefined || session.isOver) return refused;
  const name = pathname.split('/').at(-1);
  done.push(`${session.userId} ${name}`);
  const result = name === 'getProfile' ? (profiles.get(session.userId) ?? ownProfile(session.userId)) : null;
  return Response.json({ result, serverTime: 1 });
}

async function openPage() {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }));
  vi.resetModules();
  const { client } = await import('../lib/client.ts');
  const { session, startSession } = await import('./session.ts');
  const { endedStore } = await import('../lib/ended-session.ts');
  const { appStore } = await import('../state/store.ts');
  const { queryClient } = await import('../lib/query-client.ts');
  startSession();
  closes.push(() => session.revoked());
  const becomes = (at: string) => vi.waitUntil(() => session.store.getState().at === at, 4_000);
  return { client, session, appStore, queryClient, becomes, reload, ended: endedStore.getState };
}

async function annsPage() {
  signIn(ANN);
  const page = await openPage();
  await vi.waitUntil(() => done.includes(`${ANN} updateLastActive`), 4_000);
  await vi.waitUntil(async () => (await keptSelf(ANN)) !== null, 4_000);
  done = [];
  return page;
}

const shown = (page: Awaited<ReturnType<typeof openPage>>) => page.appStore.getState();

test('a page of somebody who is not signed in any more does nothing for whoever is: it begins anew, and what they keep stays', async () => {
  const page = await annsPage();
  signOut();
  signIn(BOB);
  kept.set(`yonder-person-${BOB}-drafts-one`, '"Hello"');
  await expect(page.client.call('updateLastActive')).rejects.toMatchObject({ reason: 'session-ended' });
  expect(done).toEqual([]);
  expect(page.reload).toHaveBeenCalledOnce();
  expect(leaveDevice).not.toHaveBeenCalled();
  expect(kept.has(`yonder-person-${BOB}-drafts-one`)).toBe(true);
});

test('the page goes on for whoever has signed in again in another tab', async () => {
  const page = await annsPage();
  signOut();
  signIn(ANN);
  await page.client.call('updateLastActive');
  expect(done).toEqual([`${ANN} updateLastActive`]);
  expect(page.reload).not.toHaveBeenCalled();
});

test('logging out on a page of somebody else leaves whoever is signed in alone', async () => {
  const page = await annsPage();
  signOut();
  signIn(BOB);
  await page.session.logOut();
  expect(sessions.at(-1)).toEqual({ userId: BOB, isOver: false });
  expect(page.reload).toHaveBeenCalledOnce();
});

test('whoever has signed in again logs out on an older page, too', async () => {
  const page = await annsPage();
  signOut();
  signIn(ANN);
  await page.session.logOut();
  expect(sessions.at(-1)?.isOver).toBe(true);
  expect([page.session.store.getState().at, page.reload.mock.calls.length]).toEqual(['signed-out', 0]);
});

test.each([
  ['of the session', 4403],
  ['of its bearer', 4401],
])('a session that has ended while nobody heard of it is over as the live connection learns %s', async (_, code) => {
  const page = await annsPage();
  Socket.latest?.dispatchEvent(new Event('open'));
  endSession();
  Socket.latest?.dispatchEvent(new CloseEvent('close', { code }));
  await page.becomes('signed-out');
  await vi.waitUntil(() => leaveDevice.mock.calls.length > 0);
});

/** The server ends the session: it sends the event and closes the socket. */
function hearOfTheEnd(reason: string): void {
  const end = { type: 'event', name: 'session.revoked', data: { reason }, serverTime: 1 };
  Socket.latest?.dispatchEvent(new Event('open'));
  Socket.latest?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(end) }));
  Socket.latest?.dispatchEvent(new CloseEvent('close', { code: 4403 }));
}

test('a session that the same person’s next sign-in ends takes nothing with it, though its end is heard first', async () => {
  const page = await annsPage();
  kept.set(`yonder-person-${ANN}-drafts-one`, '"Hello"');
  const before = Socket.latest;
  endSession();
  asked = 0;
  hearOfTheEnd('logout');
  // The old session's token is requested in vain before the browser has the new cookie.
  await vi.waitUntil(() => asked > 0);
  signIn(ANN);
  await vi.waitUntil(() => Socket.latest !== before, 4_000);
  expect(page.session.store.getState()).toMatchObject({ at: 'signed-in', user: { id: ANN } });
  expect(kept.has(`yonder-person-${ANN}-drafts-one`)).toBe(true);
  expect(leaveDevice).not.toHaveBeenCalled();
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  ['ended on another device', 'logout', 'signed-out'],
  ['of somebody suspended', 'suspended', 'barred'],
])('a session %s is over soon after its end is heard', async (_, reason, at) => {
  const page = await annsPage();
  endSession();
  hearOfTheEnd(reason);
  await page.becomes(at);
});

test('without a network a page opens as whoever was in, and as nobody once somebody else has signed in', async () => {
  await annsPage();
  isReached = false;
  const page = await openPage();
  await page.becomes('signed-in');
  expect(page.session.store.getState()).toMatchObject({ user: { id: ANN } });
  signIn(BOB);
  const later = await openPage();
  await later.becomes('signed-out');
});

test('a page that opened without a network acts for whom it shows, whoever has signed in once there is one', async () => {
  await annsPage();
  isReached = false;
  const page = await openPage();
  await page.becomes('signed-in');
  signIn(BOB);
  isReached = true;
  done = [];
  await expect(page.client.call('updateLastActive')).rejects.toMatchObject({ reason: 'session-ended' });
  expect(done).toEqual([]);
  expect(page.reload).toHaveBeenCalledOnce();
});

const theirs = () => [...kept.keys()].filter((name) => name.startsWith('yonder-person'));
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

test.each([
  ['refused', () => {}],
  ['not even known any more', () => void (cookies.cookie = '')],
])('of a session that ended while no page was open only what is not sent waits once it is %s', async (_, forget) => {
  await annsPage();
  kept.set(`yonder-person-${ANN}-drafts-one`, '"Hello"');
  kept.set(`yonder-person-${ANN}-speed`, '2');
  endSession();
  forget();
  expect(needsInside('/login')).toBe(true);
  const page = await openPage();
  await page.becomes('signed-out');
  await vi.waitUntil(async () => (await databases()).length === 0);
  await expect.poll(theirs).toEqual([`yonder-person-${ANN}-drafts-one`, `yonder-person-${ANN}-ended`]);
  await expect.poll(() => leaveDevice.mock.calls).toEqual([[null]]);
  expect(needsInside('/login')).toBe(false);
});

test('it waits through somebody else’s session, whose own stays, and is there again for its writer', async () => {
  await annsPage();
  kept.set(`yonder-person-${ANN}-drafts-one`, '"Hello"');
  kept.set(`yonder-person-${BOB}-drafts-one`, '"Hi"');
  endSession();
  signIn(BOB);
  const page = await openPage();
  await page.becomes('signed-in');
  await vi.waitUntil(async () => !(await databases()).includes(`yonder-person-${ANN}-self`));
  await expect
    .poll(theirs)
    .toEqual([`yonder-person-${ANN}-drafts-one`, `yonder-person-${BOB}-drafts-one`, `yonder-person-${ANN}-ended`]);
  await expect.poll(() => leaveDevice.mock.calls).toEqual([[BOB]]);
  await expect.poll(() => keptSelf(BOB)).not.toBeNull();
});

test('logged out everywhere from elsewhere, a page leaves what is not sent; logged out by hand, nothing', async () => {
  const page = await annsPage();
  kept.set(`yonder-person-${ANN}-unsent-one`, '"Hello"');
  endSession();
  hearOfTheEnd('logout');
  await page.becomes('signed-out');
  await expect.poll(theirs).toEqual([`yonder-person-${ANN}-unsent-one`, `yonder-person-${ANN}-ended`]);
  const next = await annsPage();
  await next.session.logOut();
  await expect.poll(theirs).toEqual([]);
  expect(next.ended()).toBeNull();
});

test.each([
  [ANN, true],
  [BOB, false],
])(
  'a page whose session ended elsewhere says so, and whether words of its person wait: those of %s',
  async (of, waits) => {
    const page = await annsPage();
    kept.set(`yonder-person-${of}-drafts-one`, '"Hello"');
    expect(page.ended()).toBeNull();
    endSession();
    hearOfTheEnd('logout');
    await page.becomes('signed-out');
    await expect.poll(theirs).toContain(`yonder-person-${of}-ended`);
    await expect.poll(page.ended).toEqual({ hasUnsent: waits });
    // Logged out by hand in another tab, which wipes later.
    const wiped = { key: `yonder-person-${of}-ended`, newValue: null };
    window.dispatchEvent(Object.assign(new Event('storage'), wiped));
    expect(page.ended()).toEqual({ hasUnsent: false });
  },
);

test('a logout by hand takes nothing of what waits for another person', async () => {
  const name = (userId: string) => `yonder-person-${userId}-drafts-one`;
  await annsPage();
  for (const userId of [ANN, BOB]) kept.set(name(userId), '"Hello"');
  endSession();
  signIn(BOB);
  const page = await openPage();
  await page.becomes('signed-in');
  await expect.poll(theirs).toContain(`yonder-person-${ANN}-ended`);
  await page.session.logOut();
  await expect.poll(theirs).toEqual([name(ANN), `yonder-person-${ANN}-ended`]);
});

test('a logout that was cut off while it wiped is gone on with by the next page, as one by hand', async () => {
  kept.set('kept-session', `left ${ANN}`);
  const name = `yonder-person-${ANN}-drafts-one`;
  kept.set(name, '"Hello"');
  const page = await openPage();
  await page.becomes('signed-out');
  await expect.poll(() => kept.has(name)).toBe(false);
});

/** The wipe's script fails to load. */
async function withoutWipe(run: () => Promise<void>): Promise<void> {
  vi.doMock('../lib/wipe-personal-storage.ts', () => {
    throw new Error('Failed to fetch');
  });
  await run().finally(() => vi.doUnmock('../lib/wipe-personal-storage.ts'));
}

test('a logout that could wipe nothing is none, and says so', () =>
  withoutWipe(async () => {
    const page = await annsPage();
    await expect(page.session.logOut()).rejects.toMatchObject({ reason: 'network' });
    expect(page.session.store.getState().at).toBe('signed-in');
    expect(sessions.at(-1)?.isOver).toBe(false);
  }));

test('what could not be wiped as a session ended elsewhere is wiped by the next page', async () => {
  await withoutWipe(async () => {
    const page = await annsPage();
    vi.spyOn(console, 'warn').mockImplementationOnce(() => {});
    endSession();
    hearOfTheEnd('logout');
    await page.becomes('signed-out');
    await expect.poll(() => vi.mocked(console.warn).mock.calls.length).toBe(1);
  });
  expect(await databases()).not.toEqual([]);
  cookies.cookie = '';
  expect(needsInside('/login')).toBe(true);
  const page = await openPage();
  await page.becomes('signed-out');
  await vi.waitUntil(async () => (await databases()).length === 0, 4_000);
  await expect.poll(() => needsInside('/login')).toBe(false);
});

test('a moment that is begun waits in its tab for its writer, and goes with a logout by hand', async () => {
  const name = `yonder-person-${ANN}-moment`;
  const page = await annsPage();
  for (const one of [name, `yonder-person-${ANN}-look`]) inTab.set(one, '{}');
  endSession();
  hearOfTheEnd('logout');
  await page.becomes('signed-out');
  await expect.poll(() => [...inTab.keys()].filter((one) => one.includes(ANN))).toEqual([name]);
  const next = await annsPage();
  expect(inTab.has(name)).toBe(true);
  await next.session.logOut();
  await expect.poll(() => inTab.has(name)).toBe(false);
});

test('what a page already shows, and how, stays as it takes away what somebody has left', async () => {
  const earlier = await annsPage();
  earlier.appStore.setState({ theme: 'light', language: 'de', mode3MatchesUsed: 2, mode3CooldownUntil: 9 });
  endSession();
  const page = await openPage();
  page.queryClient.setQueryData(['legal'], 'Terms');
  await page.becomes('signed-out');
  await expect.poll(() => leaveDevice.mock.calls).toEqual([[null]]);
  expect(page.queryClient.getQueryData(['legal'])).toBe('Terms');
  expect(shown(page)).toMatchObject({ theme: 'light', language: 'de' });
  expect(shown(page)).toMatchObject({ mode3MatchesUsed: 0, mode3CooldownUntil: null });
});

test('whoever comes back keeps what they had, and a visitor loads nothing for it', async () => {
  cookies.cookie = '';
  expect(needsInside('/login')).toBe(false);
  await annsPage();
  kept.set(`yonder-person-${ANN}-drafts-one`, '"Hello"');
  signIn(ANN);
  const page = await openPage();
  await page.becomes('signed-in');
  expect(kept.has(`yonder-person-${ANN}-drafts-one`)).toBe(true);
  expect(leaveDevice).not.toHaveBeenCalled();
});

test('what somebody changes of themselves is kept for a page without a network', async () => {
  profiles.set(ANN, { ...ownProfile(ANN), onboarded: false, erasesAt: 1 });
  const page = await annsPage();
  const { user } = shown(page);
  if (user === null) throw new Error('nobody is in');
  page.session.userChanged({ ...user, onboarded: true, erasesAt: null, profile: { ...user.profile, name: 'Anna' } });
  page.appStore.setState((state) => withPreferences(state, { language: 'de' }));
  await expect.poll(() => keptSelf(ANN)).toMatchObject({ name: 'Anna', preferences: { language: 'de' } });
  isReached = false;
  const later = await openPage();
  await later.becomes('signed-in');
  expect(shown(later)).toMatchObject({
    user: { onboarded: true, erasesAt: null, profile: { name: 'Anna' } },
    language: 'de',
  });
});

test.each([
  ['the network is back', () => void window.dispatchEvent(new Event('online'))],
  ['30,000 ms are over', () => vi.advanceTimersByTime(30_000)],
])('a copy without a live connection is asked about as %s, and what the server says counts', async (_, comes) => {
  profiles.set(ANN, { ...ownProfile(ANN), onboarded: false });
  await annsPage();
  isReached = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const page = await openPage();
  await page.becomes('signed-in');
  const before = asked;
  comes();
  await vi.waitUntil(() => asked > before);
  isReached = true;
  const preferences = { ...DEFAULT_PREFERENCES, theme: 'light' as const };
  profiles.set(ANN, { ...ownProfile(ANN), preferences });
  await vi.waitUntil(() => {
    comes();
    return shown(page).user?.onboarded;
  });
  expect(shown(page).theme).toBe('light');
});
