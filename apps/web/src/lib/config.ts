import { useQuery } from '@tanstack/react-query';
import { networkError } from '@yonder/client';
import { publicConfig, type PublicConfig } from '@yonder/contract';

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch('/api/v1/config').catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (!response.ok) throw new Error(`The configuration did not arrive (${response.status})`);
  return publicConfig.parse(await response.json());
}

/** The operator's settings: providers, limits, terms. Fetched once per page load. */
export const configQuery = { queryKey: ['config'], queryFn: fetchConfig, staleTime: Infinity } as const;

export function useConfig() {
  return useQuery(configQuery);
}

/** Hours during which one-time pictures and deleted messages can be reported; 0: never. Undefined: not known (yet). */
export function useEvidenceHours(): number | undefined {
  return useConfig().data?.limits.evidenceHours;
}
