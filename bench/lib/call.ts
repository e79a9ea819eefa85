import type { CallView } from '@yonder/contract';
import { until, type OpenTab } from './tab.ts';

/** Two tabs in a call that has begun. */
export class Call {
  readonly callId: string;
  readonly #sides: readonly [OpenTab, OpenTab];

  private constructor(callId: string, sides: readonly [OpenTab, OpenTab]) {
    this.callId = callId;
    this.#sides = sides;
  }

  /** Both join, are brought together, and say that they hear each other. Nobody else may wait. */
  static async begin(sides: readonly [OpenTab, OpenTab]): Promise<Call> {
    for (const { client } of sides) await client.call('joinCallQueue');
    const callId = await sharedCallOf(sides);
    await Promise.all(sides.map(({ client }) => client.call('startCallSession', { callId })));
    const connected = { callId, status: 'connected' } as const;
    await Promise.all(sides.map(({ client }) => client.call('reportMediaStatus', connected)));
    return new Call(callId, sides);
  }

  /** Milliseconds until the other side has what one side sends. One at a time. */
  async signal(): Promise<number> {
    const [one, other] = this.#sides;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = other.client.live.on('call.signal', () => resolve());
    const sent = performance.now();
    const candidate = { candidate: 'candidate:1 1 udp 41885439 127.0.0.1 50000 typ relay', sdpMid: '0' };
    await one.client.call('addIceCandidate', { callId: this.callId, candidate });
    await promise.finally(stop);
    return performance.now() - sent;
  }

  /** As both sides are told; null: they are in no such call. */
  async states(): Promise<(CallView['status'] | null)[]> {
    const calls = await Promise.all(this.#sides.map(callOf));
    return calls.map((call) => (call?.callId === this.callId ? call.status : null));
  }

  /** Both are free afterwards. */
  async end(): Promise<void> {
    await this.#sides[0].client.call('leaveCall', { callId: this.callId, comingBack: 'no' });
    await until(
      async () => (await this.states()).every((status) => status === null || status === 'ended'),
      'a call is over',
    );
  }
}

async function sharedCallOf(sides: readonly [OpenTab, OpenTab]): Promise<string> {
  let calls: (CallView | null)[] = [];
  await until(async () => {
    calls = await Promise.all(sides.map(callOf));
    return calls.every((call) => call !== null);
  }, 'two people who wait are brought together');
  const [one, other] = calls;
  if (!one || one.callId !== other?.callId) throw new Error('two people are in different calls');
  return one.callId;
}

async function callOf({ client }: OpenTab): Promise<CallView | null> {
  return (await client.call('getCallState')).call;
}
