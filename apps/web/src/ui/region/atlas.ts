import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { countryName } from '../../lib/places.ts';
import { eachItsOwnWay, placesIn, type Place } from './places.ts';

/** All places in a language. Their names are as heavy as a small picture, so they are loaded on demand. */
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

/** A region's name for a line in the page's direction; its country until the names are loaded. */
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
