import { queryOptions } from '@tanstack/react-query';
import type { AppState } from '../../state/app-state.ts';

/** Somebody to talk to, free or at the price of a local call. */
export interface HelpLine {
  readonly name: string;
  /** As people of that country write it. */
  readonly phone: string;
  /** The line's own site, or its operator's: where the number is kept true. */
  readonly source: string;
}

/** Lists lines for every country. */
export const EVERYWHERE = 'https://findahelpline.com';

export function homeRegion({ user }: AppState): string | null {
  return user?.region ?? null;
}

/** Those of a region; asked for as soon as somebody may need them. */
export function helpLinesQuery(region: string | null) {
  return queryOptions({
    queryKey: ['help-lines', region],
    queryFn: async () => (await import('./help-lines-by-country.ts')).helpLinesOf(region),
    staleTime: Infinity,
  });
}

/** What a phone dials. */
export function dialled(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d*+]/g, '')}`;
}
