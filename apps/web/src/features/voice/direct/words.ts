/* The sentences of a call between chat partners, word for word where the specification has them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Outcome } from './direct-state.ts';

export const MICROPHONE_DENIED = msg`Microphone permission denied`;
export const ACCEPT_FAILED = msg`Failed to accept call`;
export const INCOMING = msg`Incoming voice call`;

/** Why there is no talk, in words for the caller. They blame neither side. */
export function outcomeText(outcome: Outcome, name: string): MessageDescriptor {
  switch (outcome) {
    case 'declined':
      return msg`${name} can’t talk right now`;
    case 'busy':
      return msg`${name} is in another call`;
    case 'missed':
      return msg`${name} did not answer`;
    case 'closed':
      return msg`This chat is closed`;
    default:
      return outcome satisfies never;
  }
}
