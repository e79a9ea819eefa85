import { useLingui } from '@lingui/react/macro';
import { ANONYMOUS } from '@yonder/contract';
import { now } from '../../lib/clock.ts';
import { useAppState } from '../../state/store.ts';

/** A greeting by this device's hour; without a name for users that have none. */
export function useGreeting(): string {
  const { t } = useLingui();
  const name = useAppState(({ user }) => user?.profile.name ?? ANONYMOUS);
  const known = name !== ANONYMOUS;
  const hour = new Date(now()).getHours();
  if (hour >= 5 && hour < 12) return known ? t`Good morning, ${name}` : t`Good morning`;
  if (hour >= 12 && hour < 18) return known ? t`Good afternoon, ${name}` : t`Good afternoon`;
  return known ? t`Good evening, ${name}` : t`Good evening`;
}
