import { expect, test, vi } from 'vitest';
import { createDevicePush, type PushPorts } from './device-push.ts';
import { askedAtOf, mayOffer } from './offer.ts';

const key = (first: number) => new Uint8Array([first, 2, 3]);

function world(ports: Partial<PushPorts> = {}, had: 'subscribed' | 'not' = 'not') {
  let owner: string | null = null;
  let made = 0;
  let current: ReturnType<typeof subscription> | null = null;
  function subscription(applicationServerKey: Uint8Array<ArrayBuffer>) {
    const endpoint = `https://push.example/${(made += 1)}`;
    return {
      options: { applicationServerKey: applicationServerKey.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: vi.fn(async () => {
        current = null;
        return true;
      }),
    };
  }
  if (had === 'subscribed') current = subscription(key(1));
  const saved: string[] = [];
  const dropped: string[] = [];
  const pusher = {
    getSubscription: async () => current,
    subscribe: async () => (current = subscription(key(1))),
  };
  const push = createDevicePush({
    support: () => 'supported',
    permission: () => 'granted',
    ask: async () => 'granted',
    // The used part of a browser's subscription.
    pusher: async () => pusher as unknown as PushManager,
    key: async () => key(1),
    you: () => 'ann',
    owner: { get: () => owner, set: (userId) => void (owner = userId) },
    save: async (token) => saved.push(token),
    drop: async (token) => dropped.push(token),
    isRefusal: () => false,
    ...ports,
  });
  return { push, saved, dropped, held: () => current };
}

test('at a press the browser is asked, and the server told', async () => {
  const ask = vi.fn(async () => 'granted' as const);
  const { push, saved } = world({ permission: () => 'default', ask });
  await push.resume();
  expect([push.store.getState(), ask.mock.calls.length]).toEqual(['off', 0]);
  await push.turnOn();
  expect(push.store.getState()).toBe('on');
  expect(saved).toEqual(['{"endpoint":"https://push.example/1","keys":{"p256dh":"p","auth":"a"}}']);
});

test('what the browser says of itself is known before anybody is in', () => {
  const states = (ports: Partial<PushPorts>) => world(ports).push.store.getState();
  expect(states({ permission: () => 'denied' })).toBe('denied');
  expect(states({ support: () => 'needs-install' })).toBe('needs-install');
  expect(states({})).toBe('unknown');
});

test.each([
  ['denied', 'denied'],
  ['default', 'off'],
] as const)('an answer of %s is %s', async (answer, state) => {
  const { push, saved } = world({ permission: () => 'default', ask: async () => answer });
  await push.turnOn();
  expect([push.store.getState(), saved]).toEqual([state, []]);
});

test('what is on is told to the session of today', async () => {
  const { push, saved } = world({}, 'subscribed');
  await push.resume();
  expect([push.store.getState(), saved.length]).toEqual(['on', 1]);
});

test('what somebody has on is not taken over by whoever is in instead', async () => {
  let you = 'ann';
  const { push, saved, held } = world({ you: () => you });
  await push.turnOn();
  you = 'bob';
  await push.resume();
  expect([push.store.getState(), saved.length, held()]).toEqual(['off', 1, null]);
  await push.turnOn();
  await push.resume();
  expect([push.store.getState(), saved.length]).toEqual(['on', 3]);
});

test('a server with another key is subscribed to anew', async () => {
  const { push, saved, held } = world({ key: async () => key(9) }, 'subscribed');
  const before = held();
  await push.resume();
  expect(before?.unsubscribe).toHaveBeenCalledOnce();
  expect(saved).toEqual([expect.stringContaining('push.example/2')]);
});

test.each(['unsupported', 'needs-install'] as const)('nobody is asked where it is %s', async (support) => {
  const ask = vi.fn(async () => 'granted' as const);
  const { push } = world({ support: () => support, ask });
  await push.turnOn();
  expect([push.store.getState(), ask.mock.calls.length]).toEqual([support, 0]);
});

test('a browser that the server cannot reach is told nothing', async () => {
  const refusal = new Error('no such service');
  const { push, held } = world({ save: () => Promise.reject(refusal), isRefusal: (error) => error === refusal });
  await push.turnOn();
  expect([push.store.getState(), held()]).toEqual(['refused', null]);
});

test('switched off, it is dropped at the server and here', async () => {
  const { push, dropped, held } = world({}, 'subscribed');
  await push.turnOff();
  expect([push.store.getState(), dropped.length, held()]).toEqual(['off', 1, null]);
});

test('whoever leaves is told nothing here any more, without asking anybody', async () => {
  const { push, dropped, held } = world({}, 'subscribed');
  await push.leave();
  expect([dropped, held()]).toEqual([[], null]);
});

const DAY = 86_400_000;
test.each([
  ['off', null, true],
  ['off', 0, false],
  ['off', 30 * DAY - 1, false],
  ['off', 30 * DAY, true],
  ['on', null, false],
  ['denied', null, false],
  ['unknown', null, false],
  ['needs-install', null, false],
  ['unsupported', null, false],
  ['refused', null, false],
] as const)('where it is %s and was asked for %s ms ago, asking again: %s', (state, ago, may) => {
  const now = 100 * DAY;
  expect(mayOffer({ state, askedAt: ago === null ? null : now - ago, now })).toBe(may);
});

test.each([
  ['1700000000000', 1_700_000_000_000],
  [null, null],
  ['', null],
  ['soon', null],
  ['-1', null],
])('a kept %j was %j', (kept, at) => expect(askedAtOf(kept)).toBe(at));

test('where no worker gets ready, the switch says that nothing can be told, and whoever leaves is let go', async () => {
  const { push } = world({ pusher: async () => Promise.reject(new Error('no worker')) });
  await expect(push.resume()).rejects.toThrow('no worker');
  expect(push.store.getState()).toBe('unsupported');
  await expect(push.turnOn()).rejects.toThrow('no worker');
  expect(push.store.getState()).toBe('unsupported');
  await push.leave();
  expect(push.store.getState()).toBe('unknown');
});
