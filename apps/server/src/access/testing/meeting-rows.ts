import type { nearbyCallables, postCallables, textMatchCallables } from '@yonder/contract';
import { everybodys, owners, theirs } from './outcomes.ts';
import type { Rows, Scene } from './scene.ts';

const HERE = { lat: 25.03, lng: 121.56 };
const ofPost = async (scene: Scene) => ({ postId: (await scene.post()).postId });
const seen = { ...everybodys, blocked: 'post-not-found' } as const;
const authors = { ...owners('not-your-post'), blocked: 'post-not-found' } as const;
const matched = (scene: Scene) => scene.textMatch();
const members = theirs('text-match-not-found', 'ok');

export const postRows: Rows<keyof typeof postCallables> = {
  createPostV2v2: {
    ask: ({ secret }) => ({ content: secret, region: 'TW', language: 'en' }),
    outcome: everybodys,
  },
  deletePostV2v2: { ask: ofPost, outcome: authors },
  setPostActive: { ask: async (scene) => ({ ...(await ofPost(scene)), isActive: false }), outcome: authors },
  listPosts: { ask: (scene) => scene.post().then(() => null), outcome: everybodys },
  getPost: { ask: async (scene) => ofPost(scene), outcome: seen },
  listOwnPosts: { ask: (scene) => scene.post().then(() => null), outcome: everybodys },
  watchFeed: { ask: () => ({ region: 'TW' }), outcome: everybodys },
  addCommentV2v2: {
    ask: async (scene) => ({ ...(await ofPost(scene)), content: `Me too, ${scene.secret}` }),
    outcome: { owner: 'own-post', participant: 'ok', stranger: 'ok', blocked: 'post-not-found' },
  },
  listComments: { ask: ofPost, outcome: owners('nothing') },
  deleteComment: {
    ask: (scene) => scene.post(),
    outcome: { ...owners('comment-deletion'), owner: 'comment-deletion' },
  },
  startChatFromCommentV2v2: { ask: (scene) => scene.post(), outcome: authors },
};

export const nearbyRows: Rows<keyof typeof nearbyCallables> = {
  updateLocation: { ask: () => HERE, outcome: everybodys, after: 'forgetLocation' },
  forgetLocation: { ask: () => null, outcome: everybodys },
  findNearbyUsers: {
    async ask({ owner }) {
      await owner.call('updateLocation', HERE);
      return null;
    },
    outcome: owners('nothing'),
  },
  sayHello: {
    async ask({ owner, participant, secret }) {
      for (const one of [owner, participant]) await one.call('updateLocation', HERE);
      return { userId: owner.userId, content: secret };
    },
    outcome: { owner: 'person-not-found', participant: 'ok', stranger: 'not-nearby', blocked: 'person-not-found' },
  },
  acceptHello: {
    async ask({ owner, participant, secret }) {
      for (const one of [owner, participant]) await one.call('updateLocation', HERE);
      return participant.call('sayHello', { userId: owner.userId, content: secret });
    },
    outcome: { owner: 'ok', participant: 'hello-waits', stranger: 'room-not-found', blocked: 'room-closed' },
  },
};

export const textMatchRows: Rows<keyof typeof textMatchCallables> = {
  joinTextQueueV2v2: { ask: () => null, outcome: everybodys, after: 'leaveTextQueueV2v2' },
  leaveTextQueueV2v2: { ask: () => null, outcome: everybodys },
  textMatchDecisionV2v2: {
    known: 'by room',
    ask: async (scene) => ({ ...(await scene.textMatch()), decision: 'like' }),
    outcome: theirs('text-match-not-found', 'text-match-over'),
  },
  getTextMatchStateV2v2: { known: 'by room', ask: matched, outcome: everybodys },
  textHeartbeatV2v2: { known: 'by room', ask: matched, outcome: members },
  textNotifyDisconnectV2v2: { known: 'by room', ask: matched, outcome: members },
  textNotifyReconnectV2v2: { known: 'by room', ask: matched, outcome: members },
};
