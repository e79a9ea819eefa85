import { randomUUID } from 'node:crypto';
import type { chatCallables, mediaCallables, notificationCallables } from '@yonder/contract';
import { everybodys, owners, theirs } from './outcomes.ts';
import type { Rows, Scene } from './scene.ts';

const inRoom = async (scene: Scene) => ({ chatRoomId: (await scene.room()).chatRoomId });
const ofMessage = async (scene: Scene) => ({ messageId: (await scene.room()).messageId });
const read = theirs('room-not-found', 'ok');
const written = theirs('room-not-found', 'room-closed');

export const chatRows: Rows<keyof typeof chatCallables> = {
  sendMessageV2v2: {
    ask: async (scene) => ({
      ...(await inRoom(scene)),
      clientMessageId: randomUUID(),
      type: 'text',
      content: `Hi ${scene.secret}`,
    }),
    outcome: written,
  },
  listChatRooms: { ask: (scene) => scene.room().then(() => null), outcome: theirs('nothing', 'nothing') },
  listMessages: { ask: inRoom, outcome: read },
  markRead: { ask: async (scene) => ({ ...(await inRoom(scene)), seedOrder: 1 }), outcome: read },
  markUnread: { ask: inRoom, outcome: read },
  roomAfter: { ask: async (scene) => ({ ...(await inRoom(scene)), seq: 0 }), outcome: read },
  deleteMessage: {
    ask: ofMessage,
    outcome: { owner: 'ok', participant: 'not-your-message', stranger: 'room-not-found', blocked: 'not-your-message' },
  },
  setReaction: { ask: async (scene) => ({ ...(await ofMessage(scene)), emoji: '👍' }), outcome: written },
  setTyping: { ask: async (scene) => ({ ...(await inRoom(scene)), activity: 'typing' }), outcome: read },
  reportPresence: { ask: () => ({ presence: 'away' }), outcome: everybodys },
  getOrCreateChatRoom: {
    async ask(scene) {
      await scene.room();
      return { userId: scene.owner.userId };
    },
    outcome: { owner: 'not-connected', participant: 'ok', stranger: 'not-connected', blocked: 'not-connected' },
  },
  deleteChatRoomV2v2: { ask: inRoom, outcome: read },
  leaveChatRoom: { ask: inRoom, outcome: read },
  sync: {
    ask: async (scene) => ({ since: null, rooms: [{ ...(await inRoom(scene)), seq: 0 }] }),
    outcome: everybodys,
  },
};

export const mediaRows: Rows<keyof typeof mediaCallables> = {
  mintMediaUrls: {
    ask: async (scene) => ({ messageIds: [(await scene.picture('image')).messageId] }),
    outcome: theirs('nothing', 'ok'),
  },
  mintOneTimeImageUrlV2v2: {
    ask: (scene) => scene.picture('one_time_image'),
    outcome: { owner: 'media-forbidden', participant: 'ok', stranger: 'message-not-found', blocked: 'one-time-over' },
  },
  consumeOneTimeImageV2v2: {
    ask: (scene) => scene.picture('one_time_image'),
    outcome: {
      owner: 'media-forbidden',
      participant: 'one-time-sealed',
      stranger: 'message-not-found',
      blocked: 'ok',
    },
  },
  discardOneTimeImageV2v2: {
    ask: (scene) => scene.picture('one_time_image'),
    outcome: {
      owner: 'ok',
      participant: 'not-your-message',
      stranger: 'message-not-found',
      blocked: 'one-time-over',
    },
  },
};

async function noticeOf(scene: Scene): Promise<string[]> {
  await scene.post();
  const { notifications } = await scene.owner.call('listNotifications');
  return notifications.map(({ id }) => id);
}

export const notificationRows: Rows<keyof typeof notificationCallables> = {
  listNotifications: { ask: (scene) => noticeOf(scene).then(() => null), outcome: owners('nothing') },
  markNotificationsRead: { ask: async (scene) => ({ ids: await noticeOf(scene) }), outcome: everybodys },
  clearNotifications: { ask: (scene) => noticeOf(scene).then(() => null), outcome: everybodys },
};
