import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NEARBY } from './api/find-nearby.ts';
import { beFound } from './api/place.ts';
import { locate, type Hindrance } from './position.ts';

/** Says where one is. What is in the way is an answer; only a call that failed is an error. */
export function usePlace() {
  const queryClient = useQueryClient();
  return useMutation({
    // Too soon is to be said at once, not waited for.
    retry: false,
    async mutationFn(): Promise<'found' | Hindrance> {
      const located = await locate(navigator.geolocation);
      if (located.kind !== 'found') return located.kind;
      await beFound(located.position);
      return 'found';
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: NEARBY }),
  });
}
