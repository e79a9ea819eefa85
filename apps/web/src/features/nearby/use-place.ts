import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NEARBY } from './api/find-nearby.ts';
import { giveUpLooking, showPlace } from './own-place.ts';

/** Shares the user's position while the page is shown. */
export function usePlace() {
  const queryClient = useQueryClient();
  useEffect(() => giveUpLooking, []);
  return useMutation({
    // A rate limit is shown at once instead of being waited for.
    retry: false,
    mutationFn: () => showPlace(navigator.geolocation),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: NEARBY }),
  });
}
