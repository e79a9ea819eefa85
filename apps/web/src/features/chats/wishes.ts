import type { Message } from '@yonder/contract';

/** What somebody has just asked of a message: shown at once, until the server has answered. */
export interface Wish {
  readonly messageId: string;
  readonly change: { readonly kind: 'deletion' } | { readonly kind: 'reaction'; readonly emoji: string | null };
}

interface Wished {
  messages: readonly Message[];
  wishes: readonly Wish[];
}

/** The messages as they will be if all is granted; those nobody asked anything of are the same objects. */
export function asWished({ messages, wishes }: Wished, you: string): readonly Message[] {
  if (wishes.length === 0) return messages;
  return messages.map((message) =>
    wishes
      .filter(({ messageId }) => messageId === message.id)
      .reduce((wished, { change }) => withChange(wished, change, you), message),
  );
}

function withChange(message: Message, change: Wish['change'], you: string): Message {
  if (change.kind === 'deletion') {
    return { ...message, isDeleted: true, content: '', attachment: null, replyTo: null, reactions: [] };
  }
  const theirs = message.reactions.filter(({ userId }) => userId !== you);
  const { emoji } = change;
  return { ...message, reactions: emoji === null ? theirs : [...theirs, { userId: you, emoji }] };
}
