import { postAgeRange } from '@yonder/contract';
import { useSearchParams } from 'react-router';
import type { Filters } from './api/queries.ts';

/** What of the feed is wanted stands in the address: Back undoes it, and a reload keeps it. */
export function useFilters(): [Filters, (changes: Partial<Filters>) => void] {
  const [params, setParams] = useSearchParams();
  const filters: Filters = {
    region: params.get('region'),
    ageRange: postAgeRange.options.find((one) => one === params.get('age')) ?? null,
    language: params.get('language'),
  };
  function change(changes: Partial<Filters>): void {
    const { region, ageRange, language } = { ...filters, ...changes };
    const wanted = { ...(region && { region }), ...(ageRange && { age: ageRange }), ...(language && { language }) };
    setParams(wanted, { replace: true });
  }
  return [filters, change];
}
