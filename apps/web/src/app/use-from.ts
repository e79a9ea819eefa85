import { useLocation } from 'react-router';

/** The path in the navigation state that the user wanted to reach; undefined when there is none. */
export function useFrom(): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}
