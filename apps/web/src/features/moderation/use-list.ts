import { CASE_LISTS, type CaseList } from '@yonder/contract';
import { useSearchParams } from 'react-router';

/** The selected list, kept in the address while a case is open. */
export function useList(): CaseList {
  const wanted = useSearchParams()[0].get('list');
  return CASE_LISTS.find((one) => one === wanted) ?? 'open';
}

export function pathOf(list: CaseList, caseId?: string): string {
  return `/moderation${caseId === undefined ? '' : `/${caseId}`}?list=${list}`;
}
