import { LIMITS, type NotificationKind, type Preferences, type PushKind } from '@yonder/contract';

export type Topic = keyof Preferences['push'];

interface Rule {
  /** The preference that switches it off. */
  topic: Topic;
  /** How long a push service keeps it for a sleeping browser; it is of no use later. */
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

/** A closed chat and a closed report can wait until the user looks. */
export function isPushed(kind: NotificationKind): kind is Exclude<NotificationKind, 'chat-closed' | 'report-closed'> {
  return kind !== 'chat-closed' && kind !== 'report-closed';
}
