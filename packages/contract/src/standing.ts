import { CALLABLE_NAMES, type CallableName } from './callables.ts';
import { moderationCallables } from './moderation.ts';

/**
 * What an account may call by its status; every other account may call all but FOR_MODERATORS.
 * newcomer: not onboarded, or refused for age; may take their data and leave.
 * suspended: may also read why and appeal.
 * leaving: to be erased after the grace period unless taken back; may read and appeal.
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

/** Refused to all other accounts with the same error. */
export const FOR_MODERATORS: ReadonlySet<CallableName> = new Set(
  CALLABLE_NAMES.filter((name) => Object.hasOwn(moderationCallables, name)),
);
