import { expect, test } from 'vitest';
import { openLoop } from './loop.ts';

const NOTHING = { iceServers: [] };

/** The part of RTCPeerConnection that a loop uses before it connects. */
function fakeEnd() {
  const end = {
    isClosed: false,
    createDataChannel: () => new EventTarget(),
    createOffer: async () => ({ type: 'offer' }),
    createAnswer: async () => ({ type: 'answer' }),
    setLocalDescription: async () => {},
    setRemoteDescription: async () => {
      throw new Error('not understood');
    },
    close: () => void (end.isClosed = true),
  };
  return end;
}

function open(connect: () => ReturnType<typeof fakeEnd>) {
  const timers = new Set<() => void>();
  const after = (_ms: number, run: () => void) => (timers.add(run), () => timers.delete(run));
  const run = () => openLoop({ sides: [NOTHING, NOTHING], connect: connect as never, after });
  return { run, timers };
}

test('a 2nd connection that the browser refuses leaves neither the 1st nor a timer behind', () => {
  const ends = [fakeEnd()];
  const left = [...ends];
  const { run, timers } = open(() => {
    const end = left.pop();
    if (!end) throw new Error('too many connections');
    return end;
  });
  expect(run).toThrow('too many connections');
  expect([ends[0]!.isClosed, timers.size]).toEqual([true, 0]);
});

test('two ends that cannot agree are no verdict on the relay', async () => {
  const { run } = open(fakeEnd);
  await expect(run().passed).rejects.toThrow('not understood');
});

test('a loop that is closed while its ends agree has not passed, and nothing fails', async () => {
  const loop = open(fakeEnd).run();
  loop.close();
  await expect(loop.passed).resolves.toBe(false);
});
