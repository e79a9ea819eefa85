import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { countryName } from '../../lib/places.ts';
import { eachItsOwnWay, placesIn, type Place } from './places.ts';

/** All places in a language. Their names weigh as much as a small picture, so they come when they are needed. */
function placesQuery(locale: string) {
  return queryOptions({
    queryKey: ['places', locale],
    queryFn: async (): Promise<readonly Place[]> => placesIn(await import('@yonder/contract/regions'), locale),
    staleTime: Infinity,
  });
}

export function usePlaces() {
  const { i18n } = useLingui();
  return useQuery(placesQuery(i18n.locale));
}

/** What a region is called, for a line that runs as the page does; until the names are there, its country. */
export function useRegionName(region: string | null): string {
  const { t, i18n } = useLingui();
  const { data: places } = useQuery({ ...placesQuery(i18n.locale), enabled: region?.includes('-') ?? false });
  if (region === null || region === '') return '';
  const place = places?.find(({ code }) => code === region);
  if (place === undefined) return countryName(region, i18n.locale);
  if (place.within === null) return place.name;
  const [name, within] = eachItsOwnWay(place.name, place.within);
  return t({ message: `${name}, ${within}`, comment: 'A region, and the country it lies in' });
}
