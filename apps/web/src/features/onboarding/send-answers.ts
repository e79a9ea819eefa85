import type { OwnProfile } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { configQuery } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toOnboarding, type Answers } from './answers.ts';

/** Which terms are accepted the configuration says; one that has not come is waited for, one that has failed asked for again. */
export async function sendAnswers(answers: Answers, how: { requestId: string }): Promise<OwnProfile> {
  const { termsVersion } = await queryClient.ensureQueryData(configQuery);
  return client.call('completeOnboarding', toOnboarding(answers, termsVersion), how);
}
