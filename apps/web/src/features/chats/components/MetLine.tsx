import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useMinute } from '../../../lib/use-minute.ts';
import { dayName } from '../../../lib/when.ts';

/** Whether somebody known is here, and since when one knows them. */
export function MetLine({ room: { otherPresence, createdAt } }: { room: ChatRoom }) {
  const { t } = useLingui();
  const met = useMet(createdAt);
  if (otherPresence !== 'online' && otherPresence !== 'away') return met;
  const here = otherPresence === 'online' ? t`Online.` : t`Away.`;
  return t`${here} ${met}`;
}

function useMet(at: number): string {
  const { t, i18n } = useLingui();
  const day = dayName({ at, now: useMinute(), locale: i18n.locale });
  if (day.kind === 'text') return t`You met on ${day.text}`;
  return day.kind === 'today' ? t`You met today` : t`You met yesterday`;
}
