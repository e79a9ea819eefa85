import type { Participant } from './participant.ts';

type Caller = Pick<Participant, 'wire'>;

/** A call that both liked, without its sound: leaves the two with a chat. The product must let a call end at once (CAN_DISLIKE_SECONDS=0). */
export async function makeFriends(one: Caller, other: Caller): Promise<string> {
  const sockets = [await one.wire.online(), await other.wire.online()];
  await one.wire.call('joinCallQueue', null);
  const matched = await other.wire.call('joinCallQueue', null);
  const callId = 'callId' in matched ? matched.callId : await callOf(other);
  for (const close of sockets) close();
  const both = [one, other];
  for (const { wire } of both) await wire.call('startCallSession', { callId });
  for (const { wire } of both) await wire.call('reportMediaStatus', { callId, status: 'connected' });
  await one.wire.call('endCall', { callId });
  await one.wire.call('handleCallDecision', { callId, decision: 'like' });
  const { call } = await other.wire.call('handleCallDecision', { callId, decision: 'like' });
  await one.wire.call('endCall', { callId });
  if (call.chatRoomId === null) throw new Error('a mutual like made no chat');
  return call.chatRoomId;
}

/** Pairing follows the second join at once, but not within its answer. */
async function callOf({ wire }: Caller): Promise<string> {
  for (let asked = 0; asked < 50; asked++) {
    const { call } = await wire.call('getCallState', null);
    if (call !== null) return call.callId;
  }
  throw new Error('nobody was matched');
}
