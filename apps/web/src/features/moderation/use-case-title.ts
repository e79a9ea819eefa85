import { useLingui } from '@lingui/react/macro';
import type { CaseReport, CaseSummary } from '@yonder/contract';
import { GROUND_WORDS } from '../../lib/ground-words.ts';
import { ABOUT_WORDS } from './words.ts';

/** "Threats, message" */
export function useCaseTitle({ ground, about }: Pick<CaseSummary, 'ground' | 'about'>): string {
  const { t, i18n } = useLingui();
  const what = i18n._(GROUND_WORDS[ground]);
  const where = i18n._(ABOUT_WORDS[about]);
  return t`${what}, ${where}`;
}

export function useReportTitle({ reason, about }: Pick<CaseReport, 'reason' | 'about'>): string {
  return useCaseTitle({ ground: reason, about });
}
