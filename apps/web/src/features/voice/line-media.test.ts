import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { IDLE, type CallState } from './call-state.ts';
import { LineMedia } from './line-media.ts';
import { FakeConnection, settle, SERVERS } from './media/testing.ts';
import { bound, matched, run, see, TAB, waiting } from './samples.ts';

type Options = ConstructorParameters<typeof LineMedia>[0];

/** The media of a page whose server gives credentials as told. */
function page({ credentials = async (): Promise<unknown> => SERVERS } = {}) {
  const asked: unknown[] = [];
  const connections: FakeConnection[] = [];
  const parts = {
    wire: {
      serverNow: () => 0,
      call: async (name: string, input: unknown) => {
        if (name !== 'getIceServers') return null;
        asked.push(input);
        return credentials();
      },
    },
    tab: TAB,
    microphone: { subscribe: () => () => {}, state: { kind: 'closed' }, open: async () => {}, close: () => {} },
    sound: { set: () => {}, remote: () => {}, sentTrack: () => null, close: () => {} },
    alerts: { receiveOnly: () => {} },
    after: () => () => {},
    connect: () => {
      const connection = new FakeConnection();
      connections.push(connection);
      return connection;
    },
    dispatch: () => {},
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the media use of each
  const media = new LineMedia(parts as unknown as Options);
  const follow = async (state: CallState) => {
    media.follow(state);
    await settle();
  };
  return { asked, connections, follow };
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

test('given up, it is closed', async () => {
  const { connections, follow } = page();
  await follow(preparing);
  await follow(IDLE);
  expect(connections[0]?.log).toEqual(['closed']);
});
