import type { CallableName } from './callables.ts';

/**
 * newcomer: signed in, not onboarded yet. suspended: may read why, take their data along and go. leaving: their account is
 * to be erased, unless they take that back. Everybody else may call everything.
 */
export const OPEN_TO: Readonly<Record<'newcomer' | 'suspended' | 'leaving', readonly CallableName[]>> = {
  newcomer: ['getProfile', 'completeOnboarding', 'updateLastActive'],
  suspended: [
    ...(['getProfile', 'updateLastActive', 'getExport', 'requestExport'] as const),
    ...(['requestDeletion', 'cancelDeletion'] as const),
  ],
  leaving: ['getProfile', 'updateLastActive', 'getExport', 'requestExport', 'cancelDeletion'],
};
