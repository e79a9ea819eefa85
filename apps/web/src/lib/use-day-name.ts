import { useLingui } from '@lingui/react/macro';
import { dayName } from './when.ts';
import { useMinute } from './use-minute.ts';

/** A day in words: Today, Yesterday, Sunday, Friday 20 February. */
export function useDayName(at: number): string {
  const { t, i18n } = useLingui();
  const day = dayName({ at, now: useMinute(), locale: i18n.locale });
  if (day.kind === 'text') return day.text;
  return day.kind === 'today' ? t`Today` : t`Yesterday`;
}
