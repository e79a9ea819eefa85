import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MODERATION } from './api/queries.ts';

/**
 * A file's address is good for ten minutes and made anew with every answer: the first one is kept, so that nothing that plays
 * or shows begins again, until it fails and a fresh one is asked for.
 */
export function useAddress(latest: string) {
  const queryClient = useQueryClient();
  const [kept, setKept] = useState<string | null>(latest);
  const [failed, setFailed] = useState<string | null>(null);
  const address = kept ?? latest;
  return {
    address,
    isBroken: failed === address,
    fail: () => setFailed(address),
    async again() {
      await queryClient.invalidateQueries({ queryKey: [...MODERATION, 'case'] });
      setKept(null);
      setFailed(null);
    },
  };
}
