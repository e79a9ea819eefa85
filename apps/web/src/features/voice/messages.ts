/* The sentences of a call, word for word where the specification has them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isReason } from '@yonder/contract';
import { REASON_TEXTS } from '../../lib/reason-texts.ts';
import type { EndingKind, Notice } from './call-state.ts';
import type { MicrophoneProblem } from '../../lib/microphone-problem.ts';

export const MICROPHONE_TEXTS: Record<MicrophoneProblem, MessageDescriptor> = {
  denied: msg`Microphone access denied. Please allow microphone access to make calls.`,
  missing: msg`No microphone found. Please connect a microphone to make calls.`,
  busy: msg`Microphone is being used by another application.`,
  failed: msg`Failed to access microphone. Please check your device settings.`,
  insecure: msg`This page was opened without encryption. Browsers give it no microphone then.`,
  unsupported: msg`This browser gives pages no microphone.`,
};

export const RECEIVE_ONLY = msg`Microphone unavailable. You can hear but cannot speak in this call.`;
export const SILENCED = msg`Your device has muted the microphone. You cannot be heard.`;
export const PLAYBACK_PROBLEM = msg`Audio playback issue. Please check your device audio settings.`;
export const LEAVE_QUESTION = msg`You are currently in a call. Are you sure you want to leave?`;

interface Words {
  readonly title: MessageDescriptor;
  readonly body: MessageDescriptor;
}

export const REMINDER: Words = { title: msg`Decision in 15 seconds`, body: msg`Please choose Like or Dislike` };
const NETWORK_ERROR = msg`Network error. Please try again.`;
export const OTHER_LEFT: Words = { title: msg`Call ended`, body: msg`Other party has left` };

const SOMEONE_ELSE = msg`Someone else is out there.`;

export function endingText(how: EndingKind): Words {
  switch (how) {
    case 'disliker':
      return { title: msg`Not a match. Call will end.`, body: SOMEONE_ELSE };
    case 'unmatched':
      return { title: msg`Unmatch, Call will End in 3s`, body: SOMEONE_ELSE };
    case 'other-left':
      return OTHER_LEFT;
    case 'connection-lost':
      return { title: OTHER_LEFT.title, body: msg`The connection did not come back.` };
    default:
      return how satisfies never;
  }
}

export function noticeText(notice: Notice): MessageDescriptor {
  switch (notice.kind) {
    case 'call-started':
      return msg`Call started`;
    case 'join-failed':
      return joinText(notice);
    case 'prepare-failed':
      return msg`Failed to prepare user for call`;
    case 'decision-failed':
      return NETWORK_ERROR;
    case 'end-failed':
      return isReason(notice.reason) ? REASON_TEXTS[notice.reason] : NETWORK_ERROR;
    case 'already-decided':
      return msg`Decision already submitted.`;
    case 'call-ended':
      return OTHER_LEFT.title;
    case 'connection-failed':
      return notice.place === 'lost'
        ? msg`You two could not be connected.`
        : msg`You two could not be connected. Start again and you are at the front.`;
    default:
      return notice satisfies never;
  }
}

function joinText({ code, message }: Extract<Notice, { kind: 'join-failed' }>): MessageDescriptor {
  switch (code) {
    case 'unauthenticated':
      return msg`Please log in to start a call`;
    case 'not-found':
      return msg`User profile not found. Please refresh and try again`;
    case 'network':
      return msg`Network error. Please check your connection`;
    default:
      return msg`Call failed: ${message}`;
  }
}
