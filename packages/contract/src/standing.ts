import { CALLABLE_NAMES, type CallableName } from './callables.ts';
import { moderationCallables } from './moderation.ts';

/**
 * newcomer: signed in, not onboarded yet, or refused for their age; their data is theirs all the same. suspended: may read why and object, take their data along and go. leaving: their
 * account is to be erased, unless they take that back; they may read and object, too. Everybody else may call everything but what is for moderators.
 */
export const OPEN_TO: Readonly<Record<'newcomer' | 'suspended' | 'leaving', readonly CallableName[]>> = {
  newcomer: [
    ...(['getProfile', 'completeOnboarding', 'updateLastActive'] as const),
    ...(['getExport', 'requestExport', 'requestDeletion', 'cancelDeletion'] as const),
  ],
  suspended: [
    ...(['getProfile', 'updateLastActive', 'listStatements', 'appealStatement', 'acknowledgeStatement'] as const),
    ...(['getExport', 'requestExport', 'requestDeletion', 'cancelDeletion'] as const),
  ],
  leaving: [
    ...(['getProfile', 'updateLastActive', 'listStatements', 'appealStatement', 'acknowledgeStatement'] as const),
    ...(['getExport', 'requestExport', 'cancelDeletion'] as const),
  ],
};

/** Nobody else learns from these more than that they are not for them. */
export const FOR_MODERATORS: ReadonlySet<CallableName> = new Set(
  CALLABLE_NAMES.filter((name) => Object.hasOwn(moderationCallables, name)),
);
