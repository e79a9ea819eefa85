import { LIMITS, type NotificationKind, type Preferences, type PushKind } from '@yonder/contract';

export type Topic = keyof Preferences['push'];

interface Rule {
  /** By which it is switched off. */
  topic: Topic;
  /** A push service keeps it so long for a browser that sleeps; nobody wants it later. */
  seconds: number;
  urgency: 'high' | 'normal';
}

const DAY = 86_400;

export const PUSHES: Readonly<Record<PushKind, Rule>> = {
  message: { topic: 'messages', seconds: DAY, urgency: 'normal' },
  request: { topic: 'messages', seconds: DAY, urgency: 'normal' },
  found: { topic: 'matches', seconds: LIMITS.matchAckSeconds, urgency: 'high' },
  match: { topic: 'matches', seconds: DAY, urgency: 'normal' },
  call: { topic: 'calls', seconds: LIMITS.ringSeconds, urgency: 'high' },
  'missed-call': { topic: 'calls', seconds: DAY, urgency: 'normal' },
  comment: { topic: 'comments', seconds: DAY, urgency: 'normal' },
  moderation: { topic: 'moderation', seconds: DAY, urgency: 'normal' },
};

/** That a chat is over, and that a report was closed, can wait until the person looks. */
export function isPushed(kind: NotificationKind): kind is Exclude<NotificationKind, 'chat-closed' | 'report-closed'> {
  return kind !== 'chat-closed' && kind !== 'report-closed';
}
