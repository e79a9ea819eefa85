import { parseMessageId, type Chats } from '../chats/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { CommentWires } from '../posts/index.ts';

interface PostParts {
  chats: Pick<Chats, 'createRoomUnlessEnded' | 'addLine'>;
  notify: Notifications['notify'];
}

/** A comment is notified of without a name; a chat that begins from it has what both wrote as its first lines. */
export function commentWires({ chats, notify }: PostParts): CommentWires {
  return {
    // within
    commented: (tx, { postId, authorId: userId }) =>
      notify(tx, [{ kind: 'comment', userId, about: null, roomId: null, postId }]),
    // within
    async chatBegins(tx, { authorId, commenterId, post, comment }) {
      const roomId = await chats.createRoomUnlessEnded(tx, { type: 'post', a: authorId, b: commenterId });
      const line = { roomId, type: 'text', attachment: null } as const;
      if (post !== null) {
        const id = await chats.addLine(tx, { ...line, senderId: authorId, content: post, counts: 'unread' });
        const messageSeq = parseMessageId(id)?.seq;
        await chats.addLine(tx, { ...line, senderId: commenterId, content: comment, counts: 'silent' });
        await notify(tx, [{ kind: 'message', userId: commenterId, about: authorId, roomId, messageSeq }]);
      } else await chats.addLine(tx, { ...line, senderId: commenterId, content: comment, counts: 'silent' });
      return roomId;
    },
  };
}
