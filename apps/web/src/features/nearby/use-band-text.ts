import { useLingui } from '@lingui/react/macro';
import type { Neighbour } from '@yonder/contract';

/** The distance in words, never more exact than its band. */
export function useBandText(): Record<Neighbour['band'], string> {
  const { t } = useLingui();
  return { 5: t`Under 5 km`, 10: t`5 to 10 km`, 25: t`10 to 25 km`, 50: t`25 to 50 km` };
}
