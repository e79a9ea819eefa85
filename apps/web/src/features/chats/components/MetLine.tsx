import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useReachable } from '../../../lib/reachable.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { dayName } from '../../../lib/when.ts';
import { useOrigin } from '../use-origin.ts';

/** The partner's presence where it may be shown, since when the two know each other, and from where. */
export function MetLine({ room }: { room: ChatRoom }) {
  const { t } = useLingui();
  const { otherPresence, createdAt } = room;
  const met = [useMet(createdAt), useOrigin()(room)].filter((fact) => fact !== null).join(' · ');
  const isReachable = useReachable();
  if (!isReachable || (otherPresence !== 'online' && otherPresence !== 'away')) return <span>{met}</span>;
  const here = otherPresence === 'online' ? t`Online.` : t`Away.`;
  return <span>{t`${here} ${met}`}</span>;
}

function useMet(at: number): string {
  const { t, i18n } = useLingui();
  const day = dayName({ at, now: useMinute(), locale: i18n.locale });
  if (day.kind === 'text') return t`You met on ${day.text}`;
  return day.kind === 'today' ? t`You met today` : t`You met yesterday`;
}
