import type { DirectCall, Message } from '@yonder/contract';
import { openSafety, type SafetyHouse } from '../../../safety/testing/house.ts';
import type { Caller } from '../../testing/house.ts';

/** Two with an open chat. */
export interface Friends {
  ann: Caller;
  bob: Caller;
  room: string;
}
/** One of them calls the other, who has not answered. */
export interface Ringing extends Friends {
  callId: string;
}

export interface CallingHouse extends SafetyHouse {
  ringing(friends?: Friends): Promise<Ringing>;
  /** Bob has answered in his first tab; neither hears the other. */
  answered(): Promise<Ringing>;
  talking(): Promise<Ringing>;
  /** What somebody is in now, or 'free'. */
  occupation(who: Caller): Promise<string>;
  /** The messages of a room, as this person reads them. */
  lines(who: Caller, room: string): Promise<Message[]>;
  unread(who: Caller, room: string): Promise<number>;
}

/** Calls between chat partners behind the door, with their chats. */
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

  return {
    ...safety,
    ...{ ringing, answered },
    async talking() {
      const call = await answered();
      for (const each of [call.ann, call.bob])
        await each.call('reportMediaStatus', { callId: call.callId, status: 'connected' });
      return call;
    },
    occupation: async ({ userId }) => (await house.node.engagements.find(house.database.read, userId))?.kind ?? 'free',
    lines: async (who, chatRoomId) => (await as(who, 'listMessages', { chatRoomId })).messages,
    unread: async (who, chatRoomId) => (await as(who, 'listMessages', { chatRoomId })).chatRoom.unread,
  };
}

/** The direct call as this person was last told of it. */
export function lastDirect({ heard }: Caller): DirectCall {
  const last = heard.flatMap((event) => (event.name === 'directCall.updated' ? [event.data] : [])).at(-1);
  if (!last) throw new Error('nothing was told of a direct call');
  return last;
}

/** Why it was refused, or 'ok'. */
export async function outcomeOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'reason' in error ? String(error.reason) : String(error)),
  );
}
