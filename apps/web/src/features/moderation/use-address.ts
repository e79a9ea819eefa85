import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MODERATION } from './api/queries.ts';

/**
 * A file's address lasts ten minutes and every answer brings a new one. Keeps the first until it fails, so that
 * playback does not restart.
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
