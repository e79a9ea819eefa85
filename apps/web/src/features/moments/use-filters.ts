import { languageTag, postAgeRange, region } from '@yonder/contract';
import { useSearchParams } from 'react-router';
import type { Filters } from './api/queries.ts';

/** The feed's filters, stored in the address: Back undoes them, and a reload keeps them. */
export function useFilters(): [Filters, (changes: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    region: region.safeParse(params.get('region')).data ?? null,
    ageRange: postAgeRange.options.find((one) => one === params.get('age')) ?? null,
    language: languageTag.safeParse(params.get('language')).data ?? null,
  };
  function change(changes: Partial<Filters>): void {
    const { region: place, ageRange, language } = { ...filters, ...changes };
    const wanted = {
      ...(place && { region: place }),
      ...(ageRange && { age: ageRange }),
      ...(language && { language }),
    };
    setParams(wanted, { replace: true });
  }
  return [filters, change];
}
