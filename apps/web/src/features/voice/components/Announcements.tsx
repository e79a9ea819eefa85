import { useLingui } from '@lingui/react/macro';
import text from '../../../ui/text.module.css';
import { useCall } from '../use-call.ts';
import type { Shown } from './CallOverlay.tsx';

/** A timer that is read out every second is noise: these are enough to choose in time. */
const READ_OUT = [15, 10, 5, 0];

export function Announcements({ state }: { state: Shown }) {
  const { t } = useLingui();
  const { decisionRemaining } = useCall().clock;
  const due = READ_OUT.findLast((seconds) => seconds >= decisionRemaining);
  const spoken = state.kind === 'deciding' && due !== undefined ? t`${due} seconds left to choose` : '';
  return (
    <p className={text.unseen} role="alert">
      {spoken}
    </p>
  );
}
