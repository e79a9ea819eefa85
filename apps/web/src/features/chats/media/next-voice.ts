import type { Message } from '@yonder/contract';

/** The voice message that plays next: the one right after. Any other message between them ends playback. */
export function nextVoice(messages: readonly Message[], seedOrder: number): Message | undefined {
  const following = messages.find((message) => message.seedOrder > seedOrder && !message.isDeleted);
  return following?.attachment?.kind === 'voice' ? following : undefined;
}
