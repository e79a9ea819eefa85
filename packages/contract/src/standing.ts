import type { CallableName } from './callables.ts';

/** newcomer: signed in, not onboarded yet. suspended: may read why. Everybody else may call everything. */
export const OPEN_TO: Readonly<Record<'newcomer' | 'suspended', readonly CallableName[]>> = {
  newcomer: ['getProfile', 'completeOnboarding', 'updateLastActive'],
  suspended: ['getProfile', 'updateLastActive'],
};
