import { useLocation } from 'react-router';

/** Where the navigation state says the person wanted to go; undefined when it says nothing. */
export function useFrom(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
