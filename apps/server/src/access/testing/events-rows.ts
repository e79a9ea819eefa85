import type { EventName } from '@yonder/contract';
import { GATHERED_OFFER } from '../../voice/media/recorded.ts';
import type { Listener } from './listening.ts';
import type { Scene } from './scene.ts';

/** What makes the server tell it, once the listeners are there; and who hears it then. */
interface EventRow {
  provoke(scene: Scene, others: { stranger: Listener; blocked: Listener }): Promise<unknown>;
  heardBy: readonly ('owner' | 'participant' | 'stranger' | 'blocked' | 'moderator')[];
}

const both = ['owner', 'participant'] as const;

async function watched({ participant, owner }: Scene, { stranger, blocked }: Record<'stranger' | 'blocked', Listener>) {
  for (const { door } of [stranger, blocked]) await door.send('watchFeed', { region: 'TW' });
  await participant.send('watchFeed', { region: 'TW' });
  return owner.call('createPostV2v2', { content: `Here, ${owner.userId.slice(-4)}`, region: 'TW', language: 'en' });
}

export const EVENT_ROWS: Record<EventName, EventRow> = {
  'queue.updated': {
    async provoke({ owner, world }, { blocked }) {
      await blocked.door.send('joinCallQueue');
      await owner.call('joinCallQueue');
      await blocked.door.send('leaveCallQueue');
      await world.advance(2_000);
    },
    heardBy: ['owner'],
  },
  // Whoever came second reads it in their answer.
  'call.matched': { provoke: (scene) => scene.call(), heardBy: ['owner'] },
  'call.updated': { provoke: (scene) => scene.call(), heardBy: both },
  'call.signal': {
    async provoke(scene) {
      const { callId } = await scene.call();
      await scene.owner.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
    },
    heardBy: ['participant'],
  },
  'textMatch.updated': { provoke: (scene) => scene.textMatch(), heardBy: both },
  'feed.updated': { provoke: watched, heardBy: ['participant', 'stranger'] },
  'feed.removed': {
    async provoke(scene, others) {
      const { postId } = await watched(scene, others);
      await scene.owner.call('deletePostV2v2', { postId });
    },
    heardBy: ['participant', 'stranger'],
  },
  // Says of nobody that it was them: whoever looks hears it.
  'counts.updated': {
    async provoke({ owner, participant, world }, { stranger, blocked }) {
      for (const door of [participant, stranger.door, blocked.door]) await door.send('watchCounts', { shown: 'home' });
      await owner.call('joinCallQueue');
      await world.advance(3_000);
      await owner.call('leaveCallQueue');
    },
    heardBy: ['participant', 'stranger', 'blocked'],
  },
  'message.created': { provoke: (scene) => scene.room(), heardBy: both },
  'message.updated': {
    async provoke(scene) {
      const { messageId } = await scene.room();
      await scene.participant.call('setReaction', { messageId, emoji: '👍' });
    },
    heardBy: both,
  },
  'room.updated': { provoke: (scene) => scene.room(), heardBy: both },
  'notification.created': { provoke: (scene) => scene.post(), heardBy: ['owner'] },
  'notification.updated': {
    async provoke(scene) {
      await scene.post();
      await scene.owner.call('clearNotifications');
    },
    heardBy: ['owner'],
  },
  // Each of the other.
  'presence.updated': {
    async provoke(scene) {
      await scene.room();
      for (const presence of ['online', 'away'] as const) await scene.owner.call('reportPresence', { presence });
      // What is told goes by what is written.
      await scene.world.app.platform.presence.settled();
      await scene.world.advance(2_000);
    },
    heardBy: both,
  },
  typing: {
    async provoke(scene) {
      const { chatRoomId } = await scene.room();
      for (const who of [scene.owner, scene.participant]) await who.call('reportPresence', { presence: 'online' });
      await scene.owner.call('setTyping', { chatRoomId, activity: 'typing' });
    },
    heardBy: ['participant'],
  },
  'moderation.updated': { provoke: (scene) => scene.case(), heardBy: ['moderator'] },
  'directCall.updated': { provoke: (scene) => scene.ringing(), heardBy: both },
  'session.revoked': {
    async provoke(scene) {
      const { caseId, moderator } = await scene.case();
      const pause = { action: 'suspend', hours: 1, ground: 'other', text: 'No.' } as const;
      await moderator.call('decideCase', { caseId, ...pause });
      await scene.world.advance(3_000);
    },
    heardBy: ['owner'],
  },
  gap: {
    provoke: async ({ world }) => world.app.platform.live.gap(),
    heardBy: [...both, 'stranger', 'blocked', 'moderator'],
  },
};
