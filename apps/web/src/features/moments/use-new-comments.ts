import { useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { useMinute } from '../../lib/use-minute.ts';
import { nextHour, timeUntilTomorrow } from '../../lib/when.ts';

/** When the daily comments are refilled: "18:00" or "tomorrow, 18:00". */
export function useNewComments(): string {
  const { i18n } = useLingui();
  const now = useMinute();
  return timeUntilTomorrow({ at: nextHour(FIXED.commentResetHour, now), now, locale: i18n.locale });
}
