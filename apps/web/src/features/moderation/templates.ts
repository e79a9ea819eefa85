import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ModerationAction } from '@yonder/contract';
import type { Ground } from '../../lib/ground-words.ts';

/** What was wrong, in a sentence to the user. */
const GROUND_SENTENCES = {
  minor: msg`This is a place for adults, and we have reason to believe that you are under 18.`,
  sexual: msg`You said or showed something sexual that the other person had not asked for.`,
  hate: msg`You insulted somebody, or spoke with contempt about who people are.`,
  threat: msg`You threatened somebody.`,
  'self-harm': msg`What you shared speaks of self-harm. Nobody is angry with you; we are worried, and others who read it can be hurt.`,
  scam: msg`You tried to get money or personal details out of somebody.`,
  spam: msg`You advertised, or sent the same to many people.`,
  impersonation: msg`You pretended to be somebody else.`,
  other: msg`What you did is against the rules of this place.`,
} satisfies Record<Ground, MessageDescriptor>;

/** The consequence. None for a ban, which is a pause until a second moderator approves: the text serves both. */
const ACTION_SENTENCES = {
  'remove-content': msg`We have taken it away.`,
  warn: msg`This is a warning: if it happens again, your account can be paused or closed.`,
  suspend: msg`Your account is paused for a while.`,
  ban: null,
} satisfies Record<Exclude<ModerationAction, 'dismiss'>, MessageDescriptor | null>;

/** Default text of a statement. A dismissal sends none. */
export function sentencesOf({ action, ground }: { action: ModerationAction; ground: Ground }): MessageDescriptor[] {
  if (action === 'dismiss') return [];
  const follows = ACTION_SENTENCES[action];
  return follows === null ? [GROUND_SENTENCES[ground]] : [GROUND_SENTENCES[ground], follows];
}
