import { parseMessageId, type Chats } from '../chats/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { CommentWires } from '../posts/index.ts';

interface PostParts {
  chats: Pick<Chats, 'createRoomUnlessEnded' | 'addLine'>;
  notify: Notifications['notify'];
}

/**
 * A comment notifies without a name. A chat from it begins with the post and the comment as messages; a further comment
 * replies to the post's message.
 */
export function commentWires({ chats, notify }: PostParts): CommentWires {
  return {
    commented: (tx, { postId, authorId: userId }) =>
      notify(tx, [{ kind: 'comment', userId, about: null, roomId: null, postId }]),
    async chatBegins(tx, { authorId, commenterId, post, comment }) {
      const roomId = await chats.createRoomUnlessEnded(tx, { type: 'post', a: authorId, b: commenterId });
      const line = { roomId, type: 'text', attachment: null } as const;
      const answer = { ...line, senderId: commenterId, content: comment, counts: 'silent' } as const;
      if (post.said?.chatRoomId === roomId) {
        await chats.addLine(tx, { ...answer, replyTo: post.said.seq });
        return post.said;
      }
      const seq = numberOf(
        await chats.addLine(tx, { ...line, senderId: authorId, content: post.content, counts: 'unread' }),
      );
      await chats.addLine(tx, answer);
      await notify(tx, [{ kind: 'message', userId: commenterId, about: authorId, roomId, messageSeq: seq }]);
      return { chatRoomId: roomId, seq };
    },
  };
}

function numberOf(messageId: string | null): number {
  const parsed = messageId === null ? null : parseMessageId(messageId);
  if (!parsed) throw new Error('a line without its number');
  return parsed.seq;
}
