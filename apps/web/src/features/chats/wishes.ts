import type { Message } from '@yonder/contract';

/** An optimistic change of a message, shown until the server has answered. */
export interface Wish {
  readonly messageId: string;
  readonly change: { readonly kind: 'deletion' } | { readonly kind: 'reaction'; readonly emoji: string | null };
}

interface Wished {
  messages: readonly Message[];
  wishes: readonly Wish[];
}

/** Messages as if every change were granted; unaffected ones are the same objects. */
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
