import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { IDLE, type CallEvent, type CallState } from './call-state.ts';
import { LineMedia } from './line-media.ts';
import { originOf } from './media/sdp.ts';
import type { Audible } from './media/sound.ts';
import { FakeConnection, offerOf, settle, SERVERS } from './media/testing.ts';
import { bound, matched, OTHER, run, see, TAB, waiting, YOU } from './samples.ts';

type Options = ConstructorParameters<typeof LineMedia>[0];

/** The media of a page with a server that gives credentials as told, and a microphone in that state. */
function page({ credentials = async (): Promise<unknown> => SERVERS, microphone = 'closed' } = {}) {
  const told: CallEvent[] = [];
  const asked: unknown[] = [];
  const sent: string[] = [];
  const sounds: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const connections: FakeConnection[] = [];
  const parts = {
    wire: {
      serverNow: () => 0,
      call: async (name: string, input: unknown) => {
        if (name !== 'getIceServers') return void sent.push(name);
        asked.push(input);
        return credentials();
      },
    },
    tab: TAB,
    microphone: {
      subscribe: () => () => {},
      state: { kind: microphone },
      open: async () => ({ kind: microphone }),
      close: () => {},
    },
    sound: {
      set: ({ own }: Audible) => void sounds.push(own),
      remote: () => void sounds.push('remote'),
      sentTrack: () => null,
      wake: () => void sounds.push('awake'),
      rest: () => void sounds.push('rests'),
      close: () => void sounds.push('closed'),
    },
    alerts: { receiveOnly: () => {} },
    after: (ms: number, fire: () => void) => (timers.push({ ms, run: fire }), () => {}),
    connect: () => {
      const connection = new FakeConnection();
      connections.push(connection);
      return connection;
    },
    dispatch: (event: CallEvent) => void told.push(event),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the media use of each
  const media = new LineMedia(parts as unknown as Options);
  const follow = async (state: CallState) => {
    media.follow(state);
    await settle();
  };
  const fire = async (wanted: number) => {
    for (const { ms, run: due } of timers.splice(0)) if (ms === wanted) due();
    await settle();
  };
  return { told, asked, sent, sounds, connections, media, follow, fire };
}

const preparing = run(IDLE, { kind: 'start-pressed', topic: '' }).state;
const unbound = see(waiting(), matched()).state;
const inCall = see(unbound, bound()).state;

test('a connection is made from the press on, and is the one of the call', async () => {
  const { asked, connections, follow } = page();
  await follow(preparing);
  expect(asked).toEqual([{}]);
  for (const state of [waiting(), unbound, inCall]) await follow(state);
  expect(asked).toEqual([{}]);
  expect(connections).toHaveLength(1);
  expect(connections[0]?.log).toEqual(['transceiver empty', 'local offer']);
});

test('who waits has the offer ready: it goes with the acknowledgement, and by itself when no answer comes in 4 s', async () => {
  const { sent, connections, media, follow, fire } = page();
  for (const state of [preparing, waiting()]) await follow(state);
  expect(connections[0]?.log).toEqual(['transceiver empty', 'local offer']);
  await follow(unbound);
  const offer = media.offerFor(bound().callId) ?? '';
  expect(originOf(offer)).toBe(`${connections[0]?.id} 2`);
  await fire(4_000);
  await follow(inCall);
  expect(sent).toEqual([]);
  await fire(4_000);
  expect(sent).toEqual(['createCallOffer']);
});

test('matched before it could be made, the offer goes by itself once the match is acknowledged', async () => {
  const { sent, media, follow } = page();
  await follow(preparing);
  await follow(unbound);
  expect(media.offerFor(bound().callId)).toBeNull();
  expect(sent).toEqual([]);
  await follow(inCall);
  expect(sent).toEqual(['createCallOffer']);
});

test('matched with one who waited longer, a side that has offered ahead answers on a fresh connection', async () => {
  const answering = { participants: [OTHER, YOU] as [string, string] };
  const { sent, connections, media, follow } = page();
  for (const state of [preparing, waiting()]) await follow(state);
  const met = see(waiting(), matched(answering)).state;
  await follow(met);
  expect(media.offerFor(bound().callId)).toBeNull();
  media.receive(offerOf(900));
  await settle();
  expect(connections.map(({ log }) => log)).toEqual([
    ['transceiver empty', 'local offer', 'closed'],
    ['remote offer 900 1', 'local pranswer', 'local answer'],
  ]);
  expect(sent).toEqual([]);
  await follow(see(met, bound(answering)).state);
  expect(sent).toEqual(['acceptCallAnswer']);
});

test('refused as long as the last call is not over, it is asked for again', async () => {
  let refusals = 1;
  const { asked, connections, follow } = page({
    credentials: async () => {
      if (refusals-- > 0) throw new CallError({ code: 'not-found', text: 'a sentence', reason: 'call-not-found' });
      return SERVERS;
    },
  });
  await follow(preparing);
  await follow(waiting());
  expect(asked).toEqual([{}, {}]);
  expect(connections).toHaveLength(1);
});

test('a call that begins without a microphone, as between chat partners, begins muted', async () => {
  const { told, follow } = page({ microphone: 'unavailable' });
  await follow(IDLE);
  const ofMicrophone = () => told.filter(({ kind }) => kind === 'microphone-changed');
  expect(ofMicrophone()).toEqual([]);
  for (let times = 0; times < 2; times++) await follow(inCall);
  expect(ofMicrophone()).toEqual([{ kind: 'microphone-changed', microphone: 'unavailable' }]);
});

test('given up, it is closed', async () => {
  const { connections, follow } = page();
  await follow(preparing);
  await follow(IDLE);
  expect(connections[0]?.log).toEqual(['closed']);
});

test('who is muted is not heard again before nothing is sent any more', async () => {
  const { sounds, follow } = page();
  for (const state of [inCall, run(inCall, { kind: 'mute-pressed' }).state]) await follow(state);
  sounds.length = 0;
  await follow(IDLE);
  expect(sounds).toEqual(['rests', 'remote', 'heard']);
});

test('before the first call, and once it is closed in the middle of one, who tries the microphone is heard', async () => {
  const { sounds, media, follow } = page();
  expect(sounds).toEqual(['heard']);
  await follow(run(inCall, { kind: 'mute-pressed' }).state);
  expect(sounds.at(-1)).toBe('silent');
  media.close();
  expect(sounds.slice(-2)).toEqual(['heard', 'closed']);
});

test('the sound rests where there is no call and nobody tries the microphone', async () => {
  const { sounds, media, follow } = page();
  const rests = () => sounds.splice(0).includes('rests');
  for (const state of [preparing, waiting(), inCall]) await follow(state);
  expect(rests()).toBe(false);
  await media.try('begin');
  await follow(IDLE);
  expect(rests()).toBe(false);
  await media.try('end');
  expect(rests()).toBe(true);
  await media.try('begin');
  await follow(inCall);
  await media.try('end');
  expect(rests()).toBe(false);
  await follow(IDLE);
  expect(rests()).toBe(true);
});
