import type { Message } from '@yonder/contract';

/** The voice message that goes on where one ends: the one right after it. Anything said between ends the listening. */
export function nextVoice(messages: readonly Message[], seedOrder: number): Message | undefined {
  const following = messages.find((message) => message.seedOrder > seedOrder && !message.isDeleted);
  return following?.attachment?.kind === 'voice' ? following : undefined;
}
