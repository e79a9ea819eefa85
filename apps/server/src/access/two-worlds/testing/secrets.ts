import type { CallableName } from '@yonder/contract';
import { appoint, openCall, openMatch, openRoom, say, type Actor, type Stage, type Watcher } from './stage.ts';

/** What somebody who is not the watcher does, in both worlds alike. It may be refused. */
export type Act = (stage: Stage) => Promise<unknown>;

/** What has been called in a script, by whichever account of the watcher. */
export type Called = ReadonlySet<CallableName>;

/** A call by a watcher's account, as it is about to be sent. */
export interface Intent {
  watcher: Watcher;
  name: CallableName;
  data: unknown;
  /** What this account has already called in this script. */
  before: readonly CallableName[];
}

/** A difference that is meant to show: the call is left out of scripts, and the reason stands here. */
export interface Inherent {
  reason: string;
  isMet(intent: Intent): boolean;
}

export interface Secret {
  /** What the watcher must not learn. */
  name: string;
  /** The watcher asks nothing and looks nowhere: what comes by itself is all there is. */
  isPassive?: true;
  watchers: 1 | 2 | 3;
  /** Two worlds, alike but for the secret. */
  setUp(stage: Stage): Promise<void>;
  acts: readonly Act[];
  /** When the others do nothing more, as far as that is meant to show. */
  actsEnd?: { reason: string; isMet(called: Called): boolean };
  inherent: readonly Inherent[];
  /** The time moves by no more than this altogether. */
  clockMs?: number;
}

const HERE = { lat: 25.03, lng: 121.56 };
const POST = { content: 'Who walks a dog?', region: 'TW', language: 'en' } as const;

const calls =
  (...names: CallableName[]) =>
  ({ name }: Intent): boolean =>
    names.includes(name);
const isLike = ({ data }: Intent): boolean => JSON.stringify(data).includes('"decision":"like"');

const BUSY: Inherent = {
  reason: 'The caller reads busy while the other is in a call or a text match (specification, direct calls).',
  isMet: calls('startDirectCall'),
};
const KEPT_APART: Inherent = {
  reason:
    'Who was blocked or reported by name, or is a chat partner, is never matched: a queue that stays empty tells it.',
  isMet: ({ name, before }) =>
    (name === 'joinCallQueue' || name === 'joinTextQueueV2v2') && before.some((one) => APART.has(one)),
};
const APART = new Set<CallableName>(['blockUser', 'reportUser', 'sayHello', 'acceptHello', 'startChatFromCommentV2v2']);
const isKeptApart = (called: Called): boolean => [...APART].some((name) => called.has(name));
const FALLS_SILENT: Secret['actsEnd'] = {
  reason:
    'Who was blocked or reported by name comments no more and is matched no more: a stranger who falls silent tells it.',
  isMet: isKeptApart,
};
const CHAT_NAMES: Inherent = {
  reason: 'A chat that begins from a comment shows its writer.',
  isMet: calls('startChatFromCommentV2v2'),
};
const LIKE_DECIDES: Inherent = {
  reason: 'The second like is the result: from then on the decision of the other shows.',
  isMet: (intent) => calls('handleCallDecision', 'textMatchDecisionV2v2')(intent) && isLike(intent),
};

/** What x and y do under their names, whatever the secret is. */
const BY_NAME: readonly Act[] = (['x', 'y'] as const).flatMap((actor): Act[] => [
  (stage) => stage.send(actor, 'createPostV2v2', POST),
  (stage) => stage.send(actor, 'updateLocation', HERE),
  (stage) => stage.send(actor, 'reportPresence', { presence: 'away' }),
  async (stage) => {
    const [room] = await rooms(stage, actor);
    if (room !== undefined) await stage.send(actor, 'deleteChatRoomV2v2', { chatRoomId: room });
  },
  async (stage) => {
    const [room] = await rooms(stage, actor);
    if (room !== undefined) await say(stage, actor, room).catch(() => null);
  },
]);

async function rooms(stage: Stage, actor: Actor): Promise<string[]> {
  const { chatRooms } = await stage.call(actor, 'listChatRooms');
  return chatRooms.filter(({ isAnonymous }) => !isAnonymous).map(({ id }) => id);
}

async function callOf(stage: Stage, actor: Actor): Promise<string> {
  return (await stage.call(actor, 'getCallState')).call?.callId ?? NO_ID;
}
async function matchOf(stage: Stage, actor: Actor): Promise<string> {
  return (await stage.call(actor, 'getTextMatchStateV2v2')).match?.chatRoomId ?? NO_ID;
}
const NO_ID = '00000000-0000-7000-8000-000000000000';

/** What the stranger of the call does in it, likes excepted. */
const IN_CALL: readonly Act[] = [
  async (stage) => stage.send(stage.secret, 'endCall', { callId: await callOf(stage, stage.secret) }),
  async (stage) =>
    stage.send(stage.secret, 'leaveCall', { callId: await callOf(stage, stage.secret), comingBack: 'no' }),
  async (stage) =>
    stage.send(stage.secret, 'reportMediaStatus', { callId: await callOf(stage, stage.secret), muted: true }),
  async (stage) => stage.send(stage.secret, 'notifyDisconnect', { callId: await callOf(stage, stage.secret) }),
  async (stage) =>
    stage.send(stage.secret, 'handleCallDecision', { callId: await callOf(stage, stage.secret), decision: 'dislike' }),
  async (stage) =>
    stage.send(stage.secret, 'blockUser', { target: { type: 'call', id: await callOf(stage, stage.secret) } }),
  (stage) => stage.send(stage.secret, 'joinCallQueue'),
  (stage) => stage.send(stage.secret, 'leaveCallQueue'),
];
const IN_MATCH: readonly Act[] = [
  async (stage) => say(stage, stage.secret, await matchOf(stage, stage.secret)).catch(() => null),
  async (stage) =>
    stage.send(stage.secret, 'setTyping', { chatRoomId: await matchOf(stage, stage.secret), activity: 'typing' }),
  async (stage) =>
    stage.send(stage.secret, 'markRead', { chatRoomId: await matchOf(stage, stage.secret), seedOrder: 1 }),
  async (stage) =>
    stage.send(stage.secret, 'textMatchDecisionV2v2', {
      chatRoomId: await matchOf(stage, stage.secret),
      decision: 'dislike',
    }),
  async (stage) =>
    stage.send(stage.secret, 'blockUser', { target: { type: 'chatRoom', id: await matchOf(stage, stage.secret) } }),
  (stage) => stage.send(stage.secret, 'joinTextQueueV2v2'),
];

/** x and y have posts and places, and chats by name with the accounts that are given. */
async function acquaint(stage: Stage, ...friends: readonly Watcher[]): Promise<void> {
  for (const actor of ['x', 'y'] as const) {
    const { postId } = await stage.call(actor, 'createPostV2v2', POST);
    stage.know('post', `post of ${actor}`, postId);
    await stage.call(actor, 'updateLocation', HERE);
    for (const friend of friends) await say(stage, actor, await openRoom(stage, friend, actor));
  }
  await stage.call('w1', 'updateLocation', HERE);
}

async function postOf(stage: Stage, actor: Actor): Promise<string> {
  const { postId } = await stage.call(actor, 'createPostV2v2', POST);
  stage.know('post', `post of ${actor}`, postId);
  return postId;
}

/** A post of this watcher: of the other two its author could not comment on it, and that would be no secret. */
async function newestPost(stage: Stage, watcher: Actor): Promise<string> {
  const { posts } = await stage.call(watcher, 'listOwnPosts');
  return posts[0]?.id ?? NO_ID;
}

const strangers: readonly Secret[] = [
  {
    name: 'which of two known people is the stranger of my call',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await openCall(stage, 'w1', stage.secret);
    },
    acts: [...IN_CALL, ...BY_NAME],
    inherent: [BUSY, KEPT_APART],
  },
  {
    name: 'which of two known people is the stranger of my text match',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await openMatch(stage, 'w1', stage.secret);
    },
    acts: [...IN_MATCH, ...BY_NAME],
    inherent: [BUSY, KEPT_APART],
  },
  {
    name: 'which of two known people has commented on my post',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      const postId = await postOf(stage, 'w1');
      await stage.call(stage.secret, 'addCommentV2v2', { postId, content: 'Me too' });
    },
    acts: [
      async (stage) =>
        stage.send(stage.secret, 'addCommentV2v2', { postId: await newestPost(stage, 'w1'), content: 'Me too' }),
      ...BY_NAME,
    ],
    actsEnd: FALLS_SILENT,
    inherent: [CHAT_NAMES, KEPT_APART],
  },
];

const whereabouts: readonly Secret[] = [
  {
    name: 'which of two known people waits to talk',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await stage.call(stage.secret, 'joinCallQueue');
    },
    acts: [...IN_CALL, ...BY_NAME],
    inherent: [BUSY, KEPT_APART],
  },
  {
    name: 'which of two known people waits to text',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await stage.call(stage.secret, 'joinTextQueueV2v2');
    },
    acts: [...IN_MATCH, ...BY_NAME],
    inherent: [BUSY, KEPT_APART],
  },
  {
    name: 'which of two known people is in a call with somebody else',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await openCall(stage, stage.secret, 'z');
    },
    acts: [...IN_CALL, ...BY_NAME],
    inherent: [BUSY, KEPT_APART],
  },
  {
    name: 'which of two people nearby is here',
    watchers: 1,
    async setUp(stage) {
      await acquaint(stage);
      stage.close(stage.other);
      // Who may still come back is here for 5 s.
      await stage.world.advance(6_000);
    },
    acts: [
      async (stage) => stage.close(stage.secret),
      (stage) => stage.send(stage.secret, 'reportPresence', { presence: 'away' }),
    ],
    inherent: [],
  },
  {
    name: 'which of two people who have blocked me is nearby, posts and waits',
    watchers: 1,
    async setUp(stage) {
      for (const actor of ['x', 'y'] as const) {
        await stage.call(actor, 'blockUser', { target: { type: 'user', id: stage.userId('w1') } });
      }
      await stage.call('w1', 'updateLocation', HERE);
      await stage.call(stage.secret, 'updateLocation', HERE);
      await stage.call(stage.secret, 'createPostV2v2', POST);
      await stage.call(stage.secret, 'joinCallQueue');
    },
    acts: [...IN_CALL, (stage) => stage.send(stage.secret, 'createPostV2v2', POST)],
    inherent: [],
  },
];

const judgements: readonly Secret[] = [
  {
    name: 'whether the stranger of my call has left it or blocked me',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      const callId = await openCall(stage, 'w1', 'x');
      if (stage.bit === 0) await stage.call('x', 'leaveCall', { callId, comingBack: 'no' });
      else await stage.call('x', 'blockUser', { target: { type: 'call', id: callId } });
    },
    acts: BY_NAME,
    inherent: [KEPT_APART],
  },
  {
    name: 'whether the stranger of my call has left it or reported me',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      const callId = await openCall(stage, 'w1', 'x');
      if (stage.bit === 0) await stage.call('x', 'leaveCall', { callId, comingBack: 'no' });
      else await stage.call('x', 'reportUser', { target: { type: 'call', id: callId }, reason: 'other' });
    },
    acts: BY_NAME,
    inherent: [KEPT_APART],
  },
  {
    name: 'whether the stranger of my text match has left it or blocked me',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      const chatRoomId = await openMatch(stage, 'w1', 'x');
      if (stage.bit === 0) await stage.call('x', 'textMatchDecisionV2v2', { chatRoomId, decision: 'dislike' });
      else await stage.call('x', 'blockUser', { target: { type: 'chatRoom', id: chatRoomId } });
    },
    acts: BY_NAME,
    inherent: [KEPT_APART],
  },
  {
    name: 'whether somebody has reported me',
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w2');
      await say(stage, 'x', await openRoom(stage, 'w1', 'x'));
      if (stage.bit === 0) return;
      await stage.call('x', 'reportUser', { target: { type: 'user', id: stage.userId('w1') }, reason: 'spam' });
    },
    acts: BY_NAME,
    inherent: [],
  },
  {
    name: 'which of two people has reported me',
    watchers: 3,
    async setUp(stage) {
      await acquaint(stage, 'w2', 'w3');
      const id = await postOf(stage, 'w1');
      await stage.call(stage.secret, 'reportUser', { target: { type: 'post', id }, reason: 'minor' });
    },
    acts: [
      (stage) =>
        stage.send(stage.secret, 'reportUser', { target: { type: 'user', id: stage.userId('w1') }, reason: 'minor' }),
      ...BY_NAME,
    ],
    inherent: [],
  },
];

/** A moderator closes every case that is open; the reporters hear of it. */
function judge(action: 'dismiss' | 'warn' | 'remove-content'): Act {
  const words = action === 'dismiss' ? {} : ({ ground: 'spam', text: 'It is advertising.' } as const);
  return async (stage) => {
    const { cases } = await stage.call('z', 'listCases', { list: 'open' });
    for (const { caseId } of cases) await stage.send('z', 'decideCase', { caseId, action, ...words });
    await stage.world.advance(60_000);
  };
}

const judged: readonly Secret[] = [
  {
    name: 'which of two people has reported me, whatever becomes of it',
    watchers: 1,
    async setUp(stage) {
      await acquaint(stage, 'w1');
      await appoint(stage, 'z');
      const id = await postOf(stage, 'w1');
      await stage.call(stage.secret, 'reportUser', { target: { type: 'post', id }, reason: 'spam' });
    },
    acts: [
      ...(['dismiss', 'warn', 'remove-content'] as const).map(judge),
      (stage) =>
        stage.send(stage.secret, 'reportUser', { target: { type: 'user', id: stage.userId('w1') }, reason: 'minor' }),
      ...BY_NAME,
    ],
    inherent: [],
  },
  {
    name: 'whether somebody has reported my post as that of a minor, as I see it myself',
    watchers: 1,
    async setUp(stage) {
      await acquaint(stage, 'w1');
      const id = await postOf(stage, 'w1');
      if (stage.bit === 0) return stage.world.advance(1);
      await stage.call('x', 'reportUser', { target: { type: 'post', id }, reason: 'minor' });
    },
    acts: BY_NAME,
    inherent: [],
  },
];

const silence: readonly Secret[] = [
  {
    name: 'whether a partner has blocked me, as long as I look nowhere',
    isPassive: true,
    watchers: 2,
    async setUp(stage) {
      await acquaint(stage, 'w1', 'w2');
      for (const watcher of ['w1', 'w2'] as const) {
        await stage.call(watcher, 'watchFeed', { region: 'TW' });
      }
      // That they are here is told a second later; nothing of it is told after a block.
      await stage.world.advance(2_000);
      if (stage.bit === 0) return;
      await stage.call('x', 'blockUser', { target: { type: 'user', id: stage.userId('w1') } });
    },
    acts: [
      (stage) => stage.call('w1', 'sync', { since: stage.world.clock.now() - 60_000, rooms: [] }),
      (stage) => stage.send('y', 'createPostV2v2', POST),
    ],
    inherent: [],
    // The first sync of an hour later is a reload.
    clockMs: 30_000,
  },
  {
    name: 'whether somebody whom I have blocked has blocked me too, and what became of them',
    watchers: 1,
    async setUp(stage) {
      await acquaint(stage, 'w1');
      await stage.call('w1', 'blockUser', { target: { type: 'user', id: stage.userId('x') } });
      if (stage.bit === 0) return;
      await stage.call('x', 'blockUser', { target: { type: 'user', id: stage.userId('w1') } });
      await stage.call('x', 'updateProfile', { name: 'Another' });
    },
    acts: [],
    inherent: [
      {
        reason: 'Who takes a block back sees whether the other one is hidden from them as well.',
        isMet: calls('unblockUser'),
      },
    ],
  },
];

const decisions: readonly Secret[] = [
  {
    name: 'whether the stranger of my call likes me, before the result',
    watchers: 2,
    async setUp(stage) {
      const callId = await openCall(stage, 'w1', 'x');
      await stage.call('w1', 'endCall', { callId });
      if (stage.bit === 1) await stage.call('x', 'handleCallDecision', { callId, decision: 'like' });
    },
    acts: [],
    inherent: [LIKE_DECIDES],
    clockMs: 12_000,
  },
  {
    name: 'whether the stranger of my text match likes me, before the result',
    watchers: 2,
    async setUp(stage) {
      const chatRoomId = await openMatch(stage, 'w1', 'x');
      await say(stage, 'x', chatRoomId);
      if (stage.bit === 1) await stage.call('x', 'textMatchDecisionV2v2', { chatRoomId, decision: 'like' });
    },
    acts: [],
    inherent: [LIKE_DECIDES],
  },
  {
    name: 'what a partner has read who shows no reading',
    watchers: 1,
    async setUp(stage) {
      await stage.call('x', 'updatePreferences', { readReceipts: false });
      const chatRoomId = await openRoom(stage, 'w1', 'x');
      await say(stage, 'w1', chatRoomId);
      if (stage.bit === 1) await stage.call('x', 'markRead', { chatRoomId, seedOrder: 1 });
    },
    acts: [async (stage) => say(stage, 'x', stage.known.of('room')[0]!).catch(() => null)],
    inherent: [],
  },
  {
    name: 'whether a partner types who does not show it',
    watchers: 1,
    async setUp(stage) {
      await stage.call('x', 'updatePreferences', { typingIndicator: false });
      const chatRoomId = await openRoom(stage, 'w1', 'x');
      if (stage.bit === 1) await stage.call('x', 'setTyping', { chatRoomId, activity: 'typing' });
    },
    acts: [
      async (stage) => {
        if (stage.bit === 1)
          await stage.send('x', 'setTyping', { chatRoomId: stage.known.of('room')[0]!, activity: 'typing' });
      },
    ],
    inherent: [],
  },
];

/** A person of whom the watcher knows the id alone. */
function accounts(state: 'suspended' | 'leaving' | 'has blocked me'): Secret {
  return {
    name: `whether an account does not exist or ${state === 'has blocked me' ? state : `is ${state}`}`,
    watchers: 1,
    async setUp(stage) {
      const userId = stage.userId('x');
      const { read } = stage.world.database;
      const sends = stage.bit === 1 && state !== 'suspended';
      // A call takes 1 ms: both worlds reach the first step at one time.
      if (!sends) await stage.world.advance(1);
      if (stage.bit === 0) {
        stage.close('x');
        await read.deleteFrom('identity.session').where('user_id', '=', userId).execute();
        await read.deleteFrom('profiles.profile').where('user_id', '=', userId).execute();
        await read.deleteFrom('identity.account').where('user_id', '=', userId).execute();
      } else if (state === 'suspended') {
        const account = read.updateTable('identity.account').where('user_id', '=', userId);
        await account.set({ suspended_until: 'infinity' }).execute();
      } else if (state === 'leaving') await stage.send('x', 'requestDeletion');
      else await stage.call('x', 'blockUser', { target: { type: 'user', id: stage.userId('w1') } });
      stage.close('x');
      // An account that may still come back is here for 5 s.
      await stage.world.advance(6_000);
      await stage.call('w1', 'updateLocation', HERE);
    },
    acts: [],
    inherent: [],
  };
}

export const SECRETS: readonly Secret[] = [
  ...strangers,
  ...whereabouts,
  ...judgements,
  ...judged,
  ...silence,
  ...decisions,
  ...(['suspended', 'leaving', 'has blocked me'] as const).map(accounts),
];
