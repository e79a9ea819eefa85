import type { peopleCallables as contract, profileEditCallables as edits } from '@yonder/contract';
import { command, query, type Handlers } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Profiles } from './service.ts';

type Names = Exclude<keyof typeof contract, 'updateFcmToken'> | keyof typeof edits | 'acceptTerms';

export function profileCallables(profiles: Profiles): Handlers<Names> {
  return {
    getProfile: query((ctx, input) => profiles.get(ctx, input?.uid ?? ctx.userId)),
    completeOnboarding: command((ctx, tx, input) => profiles.completeOnboarding(tx, ctx.userId, input)),
    updateProfile: command((ctx, tx, input) => profiles.updateProfile(tx, ctx.userId, input)),
    acceptTerms: command((ctx, tx, { termsVersion }) => profiles.acceptTerms(tx, ctx.userId, termsVersion)),
    awaitPremium: command((ctx, tx, { awaits }) => profiles.awaitPremium(tx, ctx.userId, awaits)),
    updatePreferences: command((ctx, tx, input) => profiles.updatePreferences(tx, ctx.userId, input)),
    updateLastActive: command(async (ctx, tx, input) => {
      // A uid that means "me" is optional and must be the caller's.
      if (input?.uid != null && input.uid !== ctx.userId) throw new DomainError('not-you');
      return profiles.updateLastActive(tx, ctx.userId);
    }),
  };
}
