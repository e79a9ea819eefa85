import { CONTRACT_VERSION, type PublicConfig } from '@yonder/contract';
import type { Config } from './config.ts';
import type { ProviderSettings } from './identity/index.ts';
import { callPath } from './voice/index.ts';

/** GET /api/v1/config: what clients must not carry in their bundle. */
export function publicConfigOf(
  config: Config,
  { providers, pushKey }: { providers: readonly ProviderSettings[]; pushKey: string },
): Omit<PublicConfig, 'serverTime'> {
  const { callSeconds, decisionSeconds, reminderSeconds, earlyHangupSeconds, canDislikeSeconds, matchAckSeconds } =
    config.limits;
  return {
    productName: config.productName,
    contractVersion: CONTRACT_VERSION,
    providers: providers.map(({ id, name }) => ({ id, name })),
    callPath: callPath(config),
    termsVersion: config.termsVersion,
    texts: config.texts,
    operatorContact: config.operatorContact,
    postSeconds: config.limits.postSeconds,
    pushKey,
    limits: {
      callSeconds,
      decisionSeconds,
      reminderSeconds,
      earlyHangupSeconds,
      canDislikeSeconds,
      matchAckSeconds,
      evidenceHours: config.limits.evidenceHours,
    },
  };
}
