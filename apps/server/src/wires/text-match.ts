import type { TextMatch } from '@yonder/contract';
import type { Chats } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Engagement, Engagements } from '../engagement/index.ts';
import { createMatchmaking, textRules, type Matchmaking } from '../matchmaking/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stop } from '../platform/stop.ts';
import { interestsOf } from '../profiles/index.ts';
import type { Push } from '../push/index.ts';
import { createTextMatching, type MatchWires, type TextMatching } from '../text-match/index.ts';
import { noticesOfMatch } from './notifications.ts';
import { departuresOf, type Departures } from './departures.ts';
import { wakingPairs } from './push.ts';

interface TextMatchParts {
  platform: Platform;
  config: Config;
  engagements: Engagements;
  chats: Pick<Chats, 'openAnonymous' | 'tellOpened' | 'reveal' | 'endAnonymous'>;
  notify: Notifications['notify'];
  push: Pick<Push, 'wakeSoon'>;
}

export interface AnonymousText extends Departures {
  matching: TextMatching;
  handlers: TextMatching['callables'];
  queueView: Matchmaking<TextMatch>['standing'];
  /** Starts pairing and the deletion of old matches; runs before the server accepts requests. */
  start(): Stop;
}

const inRoom = (roomId: string) => ({ roomId, callId: null });

/** The queue makes matches, and a match is its room. */
export function connectTextMatch({
  platform,
  config,
  engagements,
  chats,
  notify,
  push,
}: TextMatchParts): AnonymousText {
  const wires: MatchWires = {
    // Reveals both sides in the transaction of their mutual like.
    async revealed(tx, { chatRoomId: roomId, a, b }) {
      await chats.reveal(tx, roomId);
      await notify(tx, noticesOfMatch({ roomId, a, b }));
    },
    // Closes the room in the transaction that ends its match.
    ended: (tx, { chatRoomId: roomId, by }) => chats.endAnonymous(tx, { roomId, by }),
  };
  const matching = createTextMatching({
    ...platform,
    engagements,
    limits: config.limits,
    interestsOf,
    wires,
    rooms: {
      open: chats.openAnonymous,
      opened: chats.tellOpened,
    },
    queue: () => queue,
  });
  const queue: Matchmaking<TextMatch> = createMatchmaking({
    ...platform,
    engagements,
    sessions: wakingPairs(matching.sessions, push, inRoom),
    rules: textRules(matching),
  });
  async function leave(tx: Tx, userId: string, engagement: Engagement): Promise<void> {
    if (!engagement.kind.startsWith('text')) return;
    // The slot may have become a match by now.
    const { sessionId } = await queue.giveUp(tx, userId);
    if (sessionId !== null) await matching.leave(tx, { chatRoomId: sessionId, userId, cause: 'signed-out' });
  }

  return {
    matching,
    handlers: matching.callables,
    queueView: queue.standing,
    ...departuresOf({
      ...platform,
      engagements,
      queue,
      leave,
    }),
    start() {
      const stops = [queue.start(), matching.start()];
      return () => stops.forEach((stop) => stop());
    },
  };
}
