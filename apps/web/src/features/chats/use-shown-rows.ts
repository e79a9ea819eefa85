import { useLayoutEffect, useState } from 'react';
import { nextRows, type ShownRows } from './shown-rows.ts';
import type { Row } from './timeline.ts';

/** The rows to show now, on the way to `wanted`: never a change of both ends at once. */
export function useShownRows(wanted: readonly Row[]): ShownRows {
  const [shown, setShown] = useState<ShownRows & { wanted: readonly Row[] }>({ rows: wanted, change: 'end', wanted });
  if (shown.wanted !== wanted) setShown({ ...nextRows(shown.rows, wanted), wanted });
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a step of its own on purpose: the list has to see the first
    if (shown.rows !== shown.wanted) setShown({ ...nextRows(shown.rows, shown.wanted), wanted: shown.wanted });
  }, [shown]);
  return shown;
}
