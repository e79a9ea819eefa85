import type { DirectCall, Message } from '@yonder/contract';
import { openSafety, type SafetyHouse } from '../../../safety/testing/house.ts';
import type { Caller } from '../../testing/house.ts';

/** Two users with an open chat. */
export interface Friends {
  ann: Caller;
  bob: Caller;
  room: string;
}
/** A call between them that rings. */
export interface Ringing extends Friends {
  callId: string;
}

export interface CallingHouse extends SafetyHouse {
  ringing(friends?: Friends): Promise<Ringing>;
  /** Bob has answered in his first tab; they are not connected yet. */
  answered(): Promise<Ringing>;
  talking(): Promise<Ringing>;
  /** What occupies the user, or 'free'. */
  occupation(who: Caller): Promise<string>;
  /** What occupies each of the two. */
  occupations(both: Pick<Friends, 'ann' | 'bob'>): Promise<string[]>;
  /** The messages of a room as the user reads them. */
  lines(who: Caller, room: string): Promise<Message[]>;
  /** Their last call message, with each side's unread count. */
  lineOf(friends: Friends): Promise<{ attachment: Message['attachment'] | undefined; unread: number[] }>;
}

/** Direct calls through the callables, with their chats. */
export async function openCalling(): Promise<CallingHouse> {
  const safety = await openSafety();
  const { house, as } = safety;

  async function ringing(friends?: Friends): Promise<Ringing> {
    const pair = friends ?? (await safety.friends());
    const { call } = await pair.ann.call('startDirectCall', { chatRoomId: pair.room });
    return { ...pair, callId: call.id };
  }

  async function answered(): Promise<Ringing> {
    const call = await ringing();
    await call.bob.call('acceptDirectCall', { callId: call.callId });
    return call;
  }

  const occupation = async ({ userId }: Caller): Promise<string> =>
    (await house.node.engagements.find(house.database.read, userId))?.kind ?? 'free';
  const read = (who: Caller, chatRoomId: string) => as(who, 'listMessages', { chatRoomId });

  return {
    ...safety,
    ringing,
    answered,
    occupation,
    async talking() {
      const call = await answered();
      for (const each of [call.ann, call.bob])
        await each.call('reportMediaStatus', {
          callId: call.callId,
          status: 'connected',
        });
      return call;
    },
    occupations: async ({ ann, bob }) => [await occupation(ann), await occupation(bob)],
    lines: async (who, room) => (await read(who, room)).messages,
    async lineOf({ ann, bob, room }) {
      const [byAnn, byBob] = [await read(ann, room), await read(bob, room)];
      const line = byBob.messages.findLast(({ type }) => type === 'call');
      return {
        attachment: line?.attachment,
        unread: [byAnn.chatRoom.unread, byBob.chatRoom.unread],
      };
    },
  };
}

/** The direct call as in the user's last event. */
export function lastDirect({ heard }: Caller): DirectCall {
  const last = heard.flatMap((event) => (event.name === 'directCall.updated' ? [event.data] : [])).at(-1);
  if (!last) throw new Error('nothing was told of a direct call');
  return last;
}

/** The user's call list. */
export async function listed(who: Caller) {
  const { calls } = await who.call('listCalls');
  return calls.map(({ direction, outcome, seconds }) => ({ direction, outcome, seconds }));
}

/** The reason of a refused call, or 'ok'. */
export async function outcomeOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'reason' in error ? String(error.reason) : String(error)),
  );
}
