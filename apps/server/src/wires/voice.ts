import type { Chats } from '../chats/index.ts';
import {
  createMatchmaking,
  voiceQueueCallables,
  voiceRules,
  type CallAnswer,
  type Matchmaking,
} from '../matchmaking/index.ts';
import type { Config } from '../config.ts';
import { carriesCall, type Engagement, type Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stop } from '../platform/stop.ts';
import { grantCallBonus, person } from '../profiles/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Push } from '../push/index.ts';
import { createVoice, type CallRelay, type CallWires, type Voice } from '../voice/index.ts';
import { noticeOfMissed, noticesOfMatch } from './notifications.ts';
import { departuresOf, type Departures } from './departures.ts';
import { wakingPairs } from './push.ts';
import type { AnonymousText } from './text-match.ts';

interface VoiceParts {
  platform: Platform;
  config: Config;
  engagements: Engagements;
  relay: CallRelay;
  chats: Pick<Chats, 'createRoom' | 'addLine' | 'partnerIn' | 'roomsWith' | 'goneFrom'>;
  notify: Notifications['notify'];
  push: Pick<Push, 'wake' | 'wakeSoon'>;
  /** The queue view of users in the other queue. */
  textQueueView: AnonymousText['queueView'];
}

export interface AnonymousVoice extends Departures {
  voice: Voice;
  queue: Matchmaking<CallAnswer>;
  handlers: Voice['callables'] & ReturnType<typeof voiceQueueCallables>;
  /** Starts pairing; runs before the server accepts requests. */
  start(): Stop;
}

const onCall = (callId: string) => ({ roomId: null, callId });

/** The queue makes calls; calls requeue users. */
export function connectVoice({
  platform,
  config,
  engagements,
  relay,
  chats,
  notify,
  push,
  textQueueView,
}: VoiceParts): AnonymousVoice {
  const { limits, directCalls } = config;
  const wires: CallWires = {
    // Creates the room in the transaction of the mutual like.
    async mutualLike(tx, { a, b }) {
      const roomId = await chats.createRoom(tx, { type: 'mode2', a, b });
      await notify(tx, noticesOfMatch({ roomId, a, b }));
      return roomId;
    },
    // Grants the bonus in the transaction, so it is never lost.
    decided: grantCallBonus,
    // Adds a system message about an ended direct call to its chat.
    addLine: chats.addLine,
    // Notifies the receiver of a missed call.
    missed: (tx, call) => notify(tx, [noticeOfMissed(call)]),
    // Pushes the ringing call to the receiver's devices.
    ringing: (tx, { chatRoomId: roomId, callerId: about, receiverId: userId, callId, ringsUntil: expiresAt }) =>
      push.wake(tx, [{ kind: 'call', userId, about, roomId, callId, expiresAt }]),
  };
  const voice = createVoice({
    ...platform,
    engagements,
    limits,
    routes: {
      relay,
      directCalls,
    },
    wires,
    person,
    chats,
    queueView: (db, waiting) =>
      waiting.kind === 'text-queue' ? textQueueView(db, waiting) : queue.standing(db, waiting),
  });
  const queue: Matchmaking<CallAnswer> = createMatchmaking({
    ...platform,
    engagements,
    sessions: wakingPairs(voice.sessions, push, onCall),
    rules: voiceRules(limits),
  });
  async function leave(tx: Tx, userId: string, engagement: Engagement): Promise<void> {
    // The slot may have become a call by now.
    const callId = carriesCall(engagement) ? engagement.ref : (await queue.giveUp(tx, userId)).sessionId;
    if (callId !== null) await voice.signOut(tx, { userId, callId });
  }

  return {
    ...departuresOf({
      ...platform,
      engagements,
      queue,
      leave,
    }),
    voice,
    queue,
    handlers: {
      ...voice.callables,
      ...voiceQueueCallables(queue),
    },
    start: () => queue.start(),
  };
}
