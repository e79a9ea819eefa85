import { Trans } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { reconnecting } from '../view.ts';

interface TroubleProps {
  state: Calling;
}

/** That the network is gone, and which try it is; nothing while all is well. */
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

/** That it is gone, said as it begins. It stands before there is something to say: what comes with its words is not read out. */
export function TroubleAloud({ state }: TroubleProps) {
  return (
    <p className={text.unseen} role="status">
      {reconnecting(state) !== null && <Trans>Reconnecting…</Trans>}
    </p>
  );
}
