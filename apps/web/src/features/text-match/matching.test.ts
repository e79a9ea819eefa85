import { errorOfReason, networkError } from '@yonder/client';
import { type ChatRoom, type EventData, type EventName, FIXED, type Output, type TextMatch } from '@yonder/contract';
import { expect, test, vi } from 'vitest';
import type { How } from '../../lib/last-words.ts';
import { DEFAULT_STATE } from '../../state/app-state.ts';
import { TextMatching, type Search } from './matching.ts';
import { applyMatching } from './store-fields.ts';

const ROOM = '0192a0c0-0000-7000-8000-000000000001';
const NOW = 100_000;
type Joined = Output<'joinTextQueueV2v2'>;

function match(change: Partial<TextMatch> = {}): TextMatch {
  return {
    chatRoomId: ROOM,
    version: 1,
    state: 'active',
    lockActive: true,
    other: 'a'.repeat(22),
    otherPresence: 'here',
    interestsInCommon: [],
    yourDecision: null,
    endedBy: null,
    endReason: null,
    createdAt: NOW,
    endedAt: null,
    ...change,
  };
}

interface Opening {
  join?: Promise<Joined>;
  state?: TextMatch | null;
  /** The server cannot be reached. */
  away?: boolean;
  /** Status of the socket. */
  status?: 'online' | 'waiting';
  /** What the previous page has left in this tab. */
  search?: Search | null;
}

/** A page with a server that answers what the test says. */
function openPage({ join = waiting(), state = null, away = false, search = null, ...socket }: Opening = {}) {
  const { status = 'online' } = socket;
  const asked: string[] = [];
  /** Options of each request, in the same order. */
  const ways: How[] = [];
  const joinedWith: unknown[] = [];
  const kept = { search };
  const handlers = new Map<string, (data: never) => void>();
  const server = { match: state, away };
  const whenOnline: (() => void)[] = [];
  const complaints: unknown[] = [];
  const cancelled = { told: 0, hear: () => {} };
  const answers: Record<string, () => unknown> = {
    joinTextQueueV2v2: () => join,
    leaveTextQueueV2v2: GIVEN_BACK,
    getTextMatchStateV2v2: () => {
      if (server.away) throw new Error('away');
      return { match: server.match, queue: null, allowance: null };
    },
    textNotifyReconnectV2v2: () => ({ match: server.match }),
    textHeartbeatV2v2: () => ({ match: server.match }),
  };
  const ticks: (() => void)[] = [];
  const beats: (() => void)[] = [];
  const matching = new TextMatching({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wire of the few calls that are made here
    wire: {
      call: async (name: string, data: unknown, how: How) => {
        asked.push(name);
        ways.push(how);
        if (name === 'joinTextQueueV2v2') joinedWith.push(data);
        return answers[name]?.();
      },
      live: {
        on: (name: string, handler: (data: never) => void) => (handlers.set(name, handler), () => {}),
        status: { get: () => status, subscribe: (run: () => void) => (whenOnline.push(run), () => {}) },
        start: () => () => {},
      },
      serverNow: () => NOW,
    } as never,
    every(ms, run) {
      const list = ms === FIXED.textHeartbeatMs ? beats : ticks;
      list.push(run);
      return () => void list.splice(list.indexOf(run), 1);
    },
    memory: {
      recall: () => kept.search,
      remember: (held) => (kept.search = held),
      forget: () => (kept.search = null),
    },
    cancelled: { tell: () => void cancelled.told++, listen: (heard) => ((cancelled.hear = heard), () => {}) },
    complain: (error) => void complaints.push(error),
    onSnapshot: () => {},
  });
  const tell = <Name extends EventName>(name: Name, data: EventData<Name>): void => handlers.get(name)?.(data as never);
  const comeOnline = (): void => whenOnline.forEach((run) => run());
  const page = {
    matching,
    asked,
    joinedWith,
    kept,
    server,
    ticks,
    beats,
    tell,
    comeOnline,
    complaints,
    cancelled,
    answers,
    ways,
  };
  return { ...page, stop: matching.start() };
}

async function waiting(): Promise<Joined> {
  const queue = { status: 'waiting', position: 1, totalInQueue: 1, expectedWaitSeconds: null, check: null } as const;
  return { matched: false, chatRoomId: null, match: null, queue, allowance: null };
}

const room = (change: Partial<ChatRoom>): EventData<'room.updated'> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a room only this much is looked at
  return { id: ROOM, type: 'mode3', isActive: true, createdAt: NOW, ...change } as ChatRoom;
};

test('whoever is looked for is found by an event, once; the search is over', async () => {
  const { matching, tell, ticks, server } = openPage();
  await matching.find({});
  server.match = match();
  expect(matching.getSnapshot().finding?.queue?.position).toBe(1);
  tell('textMatch.updated', match());
  expect(matching.getSnapshot()).toMatchObject({ finding: null, bound: ROOM, found: ROOM });
  expect(ticks).toEqual([]);
});

test.each([
  ['without a socket, in a match', 'waiting', match(), 1],
  ['with a socket', 'online', match(), 0],
  ['in no match', 'waiting', null, 0],
  ['in a match that is over', 'waiting', match({ state: 'ended', lockActive: false }), 0],
] as const)('%s the server hears of this side every 10 s, or need not', async (_, status, state, times) => {
  const page = openPage({ status, state });
  await vi.waitFor(() => expect(page.asked).toContain('getTextMatchStateV2v2'));
  await new Promise(setImmediate);
  for (const beat of page.beats) beat();
  expect(page.asked.filter((name) => name === 'textHeartbeatV2v2')).toHaveLength(times);
  page.stop();
  expect(page.beats).toEqual([]);
});

test('what a heartbeat answers is seen', async () => {
  const page = openPage({ status: 'waiting', state: match() });
  await vi.waitFor(() => expect(page.matching.getSnapshot().bound).toBe(ROOM));
  page.server.match = match({ version: 2, state: 'ended', lockActive: false });
  for (const beat of page.beats) beat();
  await vi.waitFor(() => expect(page.matching.getSnapshot().bound).toBeNull());
});

test.each([
  ['5,000 ms before joining', { createdAt: NOW - 5_000 }, ROOM],
  ['5,001 ms before joining', { createdAt: NOW - 5_001 }, null],
  ['of a call', { type: 'mode2' as const }, null],
  ['that is over', { isActive: false }, null],
])('a room %s is where one lands, or not', async (_, change, found) => {
  const { matching, tell, server } = openPage();
  await matching.find({});
  server.match = match();
  tell('room.updated', room(change));
  await expect.poll(() => matching.getSnapshot().found).toBe(found);
});

test('a search that was closed while it was asked for gives the place back', async () => {
  const late = Promise.withResolvers<Joined>();
  const { matching, asked } = openPage({ join: late.promise });
  const finding = matching.find({});
  await matching.cancel();
  asked.length = 0;
  late.resolve(await waiting());
  await finding;
  expect(asked).toContain('leaveTextQueueV2v2');
  expect(matching.getSnapshot().finding).toBeNull();
});

const leaves = (asked: readonly string[]): number => asked.filter((name) => name === 'leaveTextQueueV2v2').length;
const GIVEN_BACK = () => ({ left: true, chatRoomId: null });
const swallowed = (): never => {
  throw networkError();
};

test('a place whose giving back nobody has heard of is given back as the page goes, and by the next connection', async () => {
  const { matching, asked, answers, comeOnline, ways } = openPage();
  await matching.find({});
  answers['leaveTextQueueV2v2'] = swallowed;
  await matching.cancel();
  matching.leavePage();
  expect(leaves(asked)).toBe(2);
  const [first, second] = ways.slice(-2);
  expect(first?.requestId).toMatch(/^[-0-9a-f]{36}$/);
  expect(second, 'the same request').toEqual({ requestId: first?.requestId, leaving: true });

  answers['leaveTextQueueV2v2'] = GIVEN_BACK;
  comeOnline();
  await expect.poll(() => leaves(asked)).toBe(3);
  await matching.refresh();
  comeOnline();
  await matching.refresh();
  matching.leavePage();
  expect(leaves(asked)).toBe(3);
});

test('so it is by what catching up finds', async () => {
  const { matching, asked, answers } = openPage();
  await matching.find({});
  answers['leaveTextQueueV2v2'] = swallowed;
  await matching.cancel();
  answers['leaveTextQueueV2v2'] = GIVEN_BACK;
  const found = { kind: 'text-queue', queue: null, call: null, directCall: null, textMatch: null } as const;
  for (let times = 0; times < 2; times++) {
    matching.caughtUp(found);
    await matching.refresh();
  }
  expect(leaves(asked)).toBe(2);
});

test('a search whose beginning nobody has heard of leaves no place behind', async () => {
  const { matching, asked, answers, complaints } = openPage();
  answers['joinTextQueueV2v2'] = swallowed;
  await matching.find({});
  expect(complaints).toHaveLength(1);
  expect(leaves(asked)).toBe(1);
});

test('a refused search has no place to give back, unless one before it was not heard of', async () => {
  const { matching, asked, answers } = openPage();
  answers['joinTextQueueV2v2'] = () => {
    throw errorOfReason('busy');
  };
  await matching.find({});
  expect(leaves(asked)).toBe(0);
  answers['joinTextQueueV2v2'] = waiting;
  await matching.find({});
  answers['leaveTextQueueV2v2'] = swallowed;
  await matching.cancel();
  answers['joinTextQueueV2v2'] = () => {
    throw errorOfReason('busy');
  };
  await matching.find({});
  expect(leaves(asked)).toBe(2);
});

test('a search that was closed while it was asked for leaves no place behind where the answer is lost', async () => {
  const lost = Promise.withResolvers<Joined>();
  const { matching, asked, complaints } = openPage({ join: lost.promise });
  const finding = matching.find({});
  await matching.cancel();
  lost.reject(networkError());
  await finding;
  expect([complaints, leaves(asked)]).toEqual([[], 2]);
});

test('what becomes of a search that was cancelled is nothing to the next one', async () => {
  const first = Promise.withResolvers<Joined>();
  const { matching, asked, answers, complaints } = openPage({ join: first.promise });
  const finding = matching.find({});
  await matching.cancel();
  answers['joinTextQueueV2v2'] = waiting;
  await matching.find({});
  first.reject(networkError());
  await finding;
  expect(matching.getSnapshot().finding?.queue?.position).toBe(1);
  expect([complaints, leaves(asked)]).toEqual([[], 1]);
});

test('whoever looks for somebody while they are matched already is led there', async () => {
  const joined = Promise.withResolvers<Joined>();
  const { matching, tell, server } = openPage({ join: joined.promise });
  server.match = match();
  tell('textMatch.updated', match());
  const finding = matching.find({});
  joined.resolve({ ...(await waiting()), matched: true, chatRoomId: ROOM, match: match(), queue: null });
  await finding;
  expect(matching.getSnapshot()).toMatchObject({ finding: null, found: ROOM, bound: ROOM });
});

test('a page that comes back says so, and knows its match', async () => {
  const { matching, asked } = openPage({ state: match() });
  await expect.poll(() => asked).toContain('textNotifyReconnectV2v2');
  expect(matching.getSnapshot()).toMatchObject({ bound: ROOM, found: null });
});

const WISHES = { language: 'de', interests: ['tea'] };
const JUST_NOW = { wishes: WISHES, at: NOW - 9_999 };

test('a page that was loaded again goes on looking, for whom it looked before', async () => {
  const { joinedWith, matching, kept } = openPage({ search: JUST_NOW });
  expect(kept.search, 'for a duplicate of this tab').toBeNull();
  await expect.poll(() => joinedWith).toEqual([WISHES]);
  await expect.poll(() => matching.getSnapshot().finding?.queue).toMatchObject({ position: 1 });
});

test('a page that goes away before it knows leaves the next one the same word', async () => {
  const { matching, kept, stop } = openPage({ search: JUST_NOW });
  matching.leavePage();
  expect(kept.search).toEqual(JUST_NOW);
  stop();
  expect(kept.search).toBeNull();
});

test.each([
  ['ten seconds later', { search: { wishes: WISHES, at: NOW - 10_000 } }],
  ['when it is matched meanwhile', { search: JUST_NOW, state: match() }],
  ['when it was not looking', {}],
])('it does not %s', async (_, opening) => {
  const { matching, joinedWith, asked } = openPage(opening);
  await expect.poll(() => asked).toContain('getTextMatchStateV2v2');
  await matching.refresh();
  expect(joinedWith).toEqual([]);
});

test('without a network it goes on once there is one', async () => {
  const { matching, server, comeOnline, joinedWith, complaints } = openPage({ search: JUST_NOW, away: true });
  await matching.refresh();
  expect([joinedWith, complaints, matching.getSnapshot().finding]).toEqual([[], [], null]);
  server.away = false;
  comeOnline();
  await expect.poll(() => joinedWith).toEqual([WISHES]);
});

test('what is pressed before it is known whether to go on is what counts', async () => {
  const { matching, joinedWith } = openPage({ search: JUST_NOW });
  const finding = matching.find({ language: 'fr' });
  await matching.cancel();
  await finding;
  await matching.refresh();
  expect(joinedWith).toEqual([{ language: 'fr' }]);
  expect(matching.getSnapshot().finding).toBeNull();
});

test('whoever signs out before that looks for nobody', async () => {
  const { matching, joinedWith, stop } = openPage({ search: JUST_NOW });
  stop();
  await matching.refresh();
  expect(joinedWith).toEqual([]);
});

test('nobody hears of a refusal of what nobody has pressed; what may come right is tried again', async () => {
  const refused = Promise.reject(errorOfReason('already-engaged'));
  const { matching, joinedWith, complaints, ticks } = openPage({ search: JUST_NOW, join: refused });
  await expect.poll(() => joinedWith).toEqual([WISHES]);
  await expect.poll(() => matching.getSnapshot().finding).toBeNull();
  expect([complaints, ticks]).toEqual([[], []]);

  const late = openPage({ search: JUST_NOW, join: Promise.reject(errorOfReason('place-given-up')) });
  await expect.poll(() => late.joinedWith).toEqual([WISHES]);
  late.ticks.forEach((tick) => tick());
  expect(late.joinedWith).toEqual([WISHES, WISHES]);
  expect(late.complaints).toEqual([]);
});

test('what another tab has cancelled before it is known whether to go on is cancelled', async () => {
  const { matching, joinedWith, cancelled } = openPage({ search: JUST_NOW });
  cancelled.hear();
  await matching.refresh();
  expect(joinedWith).toEqual([]);
});

test('cancelled on a page that went away and was shown again, the next one looks for nobody', async () => {
  const { matching, kept } = openPage();
  await matching.find(WISHES);
  matching.leavePage();
  await matching.cancel();
  matching.leavePage();
  expect(kept.search).toBeNull();
});

test('cancelled in one tab is cancelled in all of them', async () => {
  const [here, there] = [openPage(), openPage()];
  await Promise.all([here.matching.find({}), there.matching.find({})]);
  await here.matching.cancel();
  expect(here.cancelled.told).toBe(1);
  there.cancelled.hear();
  expect(there.matching.getSnapshot().finding).toBeNull();
  expect([there.ticks, there.cancelled.told]).toEqual([[], 0]);
});

test('a page that goes away while it looks leaves word of it, and gives its place up', async () => {
  const { asked, kept, matching, stop } = openPage();
  await matching.find(WISHES);
  expect(kept.search).toBeNull();
  matching.leavePage();
  expect(asked).toContain('leaveTextQueueV2v2');
  expect(kept.search).toEqual({ wishes: WISHES, at: NOW });
  // Nothing personal stays after a sign-out.
  stop();
  expect(kept.search).toBeNull();
});

test('the highest version wins; a like of both is a moment, and binds nobody', async () => {
  const { matching, tell } = openPage({ state: match() });
  await expect.poll(() => matching.getSnapshot().bound).toBe(ROOM);
  tell('textMatch.updated', match({ version: 3, state: 'mutual-like', lockActive: false }));
  tell('textMatch.updated', match({ version: 2 }));
  expect(matching.getSnapshot()).toMatchObject({ bound: null, revealed: ROOM });
});

test('the lock is text’s while somebody is looked for or bound, and never taken from a call', () => {
  const searching = { finding: { queue: null }, bound: null, found: null, revealed: null, matches: new Map() };
  const locked = applyMatching(DEFAULT_STATE, { ...searching, allowance: undefined });
  expect(locked).toMatchObject({ modeLock: true, currentMode: 'mode3', isTextFindingOpen: true });
  const free = { ...searching, finding: null, allowance: { limit: 10, used: 4, cooldownUntil: 7 } };
  expect(applyMatching(locked, free)).toMatchObject({
    modeLock: false,
    currentMode: null,
    mode3MatchesUsed: 4,
    mode3CooldownUntil: 7,
    isTextFindingOpen: false,
  });
  const inCall = { ...DEFAULT_STATE, modeLock: true, currentMode: 'mode2' as const };
  expect(applyMatching(inCall, free)).toMatchObject({ modeLock: true, currentMode: 'mode2' });
});
