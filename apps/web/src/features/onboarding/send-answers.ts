import type { OwnProfile } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { configQuery } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toOnboarding, type Answers } from './answers.ts';

/** The configuration names the accepted terms; waits for it, or requests it again if it has failed. */
export async function sendAnswers(answers: Answers, how: { requestId: string }): Promise<OwnProfile> {
  const { termsVersion } = await queryClient.ensureQueryData(configQuery);
  return client.call('completeOnboarding', toOnboarding(answers, termsVersion), how);
}
