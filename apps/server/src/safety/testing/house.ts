import { TERMS_VERSION, CALLABLES, type InputDraft, type LiveEvent, type Output } from '@yonder/contract';
import { createChats, type Chats } from '../../chats/index.ts';
import { createMemoryMedia } from '../../chats/testing/memory-media.ts';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners } from '../../platform/door/runners.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createProfiles, person, type Profiles } from '../../profiles/index.ts';
import type { MissedCall } from '../../voice/index.ts';
import { openHouse, type Caller, type House } from '../../voice/testing/house.ts';
import { connectSafety } from '../../wires/safety.ts';
import type { Safety } from '../index.ts';
import { NO_CASES } from './no-cases.ts';

type Name = keyof Safety['callables'] | keyof Chats['callables'];

/** Calls, chats, profiles and safety, connected as in the server. */
export interface SafetyHouse {
  house: House;
  chats: Chats;
  profiles: Profiles;
  /** All chat events that users received, in order. */
  told: { userId: string; event: LiveEvent }[];
  /** Missed calls, as notifications get them. */
  missed: MissedCall[];
  as<N extends Name>(who: Caller, name: N, draft?: InputDraft<N>): Promise<Output<N>>;
  /** Two with a room of a mutual like. */
  friends(): Promise<{ ann: Caller; bob: Caller; room: string }>;
  /** Returns the message's id. */
  say(who: Caller, chatRoomId: string, content: string): Promise<string>;
}

export async function openSafety(): Promise<SafetyHouse> {
  const missed: MissedCall[] = [];
  const house = await openHouse({
    createRoom: (tx, { a, b }) => chats.createRoom(tx, { type: 'mode2', a, b }),
    chats: {
      partnerIn: (tx, of) => chats.partnerIn(tx, of),
      roomsWith: (db, of) => chats.roomsWith(db, of),
      goneFrom: (db, of) => chats.goneFrom(db, of),
      addLine: (tx, line) => chats.addLine(tx, line),
    },
    missed: async (tx, call) => tx.after(() => missed.push(call)),
  });
  const { database, clock, node } = house;
  const told: SafetyHouse['told'] = [];
  const chats: Chats = createChats({
    ...house,
    person,
    engagement: node.voice.look,
    notified: async () => ({
      latest: null,
      unread: 0,
    }),
    live: {
      tell: (userId, event) =>
        void told.push({
          userId,
          event,
        }),
      isHeard: () => true,
      report: () => {},
      looksAt: () => false,
    },
    notices: {
      unread: async () => {},
      requested: async () => {},
      roomRead: async () => {},
      roomClosed: async () => {},
    },
    presence: {
      of: async () => new Map(),
      onWritten: () => () => {},
      seenElsewhere: async () => new Set(),
    },
    deadlines: node.deadlines,
    media: createMemoryMedia(),
    evidence: { seal: async () => {} },
    roomClosed: (tx, closed) => house.node.voice.chatClosed(tx, closed),
  });
  // No user here was matched to text, or posts.
  const matching = { hold: async () => {}, between: async () => undefined, leave: async () => {} };
  const posts = { removeFromFeeds: async () => {} };
  const media = { holdSent: async () => {}, holdOpened: async () => {}, withdrawSent: async () => {} };
  const safety = connectSafety({
    database,
    chats,
    matching,
    posts,
    media,
    cases: NO_CASES,
    ...node,
  });
  const profiles = createProfiles({
    database,
    termsVersion: TERMS_VERSION,
    connected: chats.connected,
    goneFrom: chats.goneFrom,
    currentMode: async () => null,
    readingChanged: chats.readingChanged,
    preferencesChanged: () => {},
    photos: {
      claim: async () => Promise.reject(new Error('nobody changes photos here')),
      release: async () => {},
    },
  });
  const handlers = { ...safety.callables, ...chats.callables };
  const runners = createRunners({ handlers, database, answers: createAnswers(house) });

  async function as<N extends Name>({ userId }: Caller, name: N, draft?: InputDraft<N>): Promise<Output<N>> {
    const now = new Date(clock.now());
    const ctx = { userId, sid: userId, tab: null, requestId: null, now, address: '192.0.2.1' };
    return JSON.parse(await runners.get(name)!(ctx, CALLABLES[name].input.parse(draft ?? null))) as Output<N>;
  }

  return {
    house,
    chats,
    profiles,
    told,
    missed,
    as,
    async friends() {
      const [ann, bob] = [await house.newcomer('Ann Anderson'), await house.newcomer('Bob Brown')];
      const pair = {
        type: 'mode2',
        a: ann.userId,
        b: bob.userId,
      } as const;
      return {
        ann,
        bob,
        room: await database.transaction((tx) => chats.createRoom(tx, pair)),
      };
    },
    async say(who, chatRoomId, content) {
      const clientMessageId = uuidv7(clock.now());
      return (
        await as(who, 'sendMessageV2v2', {
          chatRoomId,
          clientMessageId,
          type: 'text',
          content,
        })
      ).id;
    },
  };
}
