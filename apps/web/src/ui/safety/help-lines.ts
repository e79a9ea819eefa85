import { queryOptions } from '@tanstack/react-query';
import type { AppState } from '../../state/app-state.ts';

/** A crisis line, free or at the price of a local call. */
export interface HelpLine {
  readonly name: string;
  /** In the country's own notation. */
  readonly phone: string;
  /** The site of the line or its operator, which keeps the number current. */
  readonly source: string;
}

/** Lists lines for every country. */
export const EVERYWHERE = 'https://findahelpline.com';

export function homeRegion({ user }: AppState): string | null {
  return user?.region ?? null;
}

/** The lines of a region; prefetched when they may be needed. */
export function helpLinesQuery(region: string | null) {
  return queryOptions({
    queryKey: ['help-lines', region],
    queryFn: async () => (await import('./help-lines-by-country.ts')).helpLinesOf(region),
    staleTime: Infinity,
  });
}

/** The href that dials a number. */
export function dialled(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d*+]/g, '')}`;
}
