import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NEARBY } from './api/find-nearby.ts';
import { giveUpLooking, showPlace } from './own-place.ts';

/** Says where one is, while one looks at the page that asks. */
export function usePlace() {
  const queryClient = useQueryClient();
  useEffect(() => giveUpLooking, []);
  return useMutation({
    // Too soon is to be said at once, not waited for.
    retry: false,
    mutationFn: () => showPlace(navigator.geolocation),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: NEARBY }),
  });
}
