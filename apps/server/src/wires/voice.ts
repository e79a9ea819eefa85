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
  /** Where somebody waits who is in the other queue. */
  textQueueView: AnonymousText['queueView'];
}

export interface AnonymousVoice extends Departures {
  voice: Voice;
  queue: Matchmaking<CallAnswer>;
  handlers: Voice['callables'] & ReturnType<typeof voiceQueueCallables>;
  /** Begins to pair; before the door opens. */
  start(): Stop;
}

const onCall = (callId: string) => ({ roomId: null, callId });

/** The queue makes calls, calls put people back into the queue. */
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
    // within: two who like each other have a room from the same moment on
    async mutualLike(tx, { a, b }) {
      const roomId = await chats.createRoom(tx, { type: 'mode2', a, b });
      await notify(tx, noticesOfMatch({ roomId, a, b }));
      return roomId;
    },
    // within: the bonus of a completed call is never lost
    decided: grantCallBonus,
    // within: a direct call that is over says so in its chat
    addLine: chats.addLine,
    // within: and whoever did not answer it is notified
    missed: (tx, call) => notify(tx, [noticeOfMissed(call)]),
    // within: it rings in their pocket, too
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
    // A place may have become a call by now.
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
