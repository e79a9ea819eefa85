import { Trans } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { reconnecting } from '../view.ts';

interface TroubleProps {
  state: Calling;
}

/** Says that the network is gone, and which attempt runs; empty while all is well. */
export function Trouble({ state }: TroubleProps) {
  const attempt = reconnecting(state);
  const most = FIXED.maxReconnectAttempts;
  if (attempt === null) return null;
  return (
    <p className={text.strong}>
      {attempt === 0 ? (
        <Trans>Reconnecting…</Trans>
      ) : (
        <Trans>
          Reconnecting… try {attempt} of {most}
        </Trans>
      )}
    </p>
  );
}

/** Announces the loss as it begins. It exists before its text: a status that mounts with text is not announced. */
export function TroubleAloud({ state }: TroubleProps) {
  return (
    <p className={text.unseen} role="status">
      {reconnecting(state) !== null && <Trans>Reconnecting…</Trans>}
    </p>
  );
}
