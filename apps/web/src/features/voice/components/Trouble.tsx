import { Trans } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { reconnecting } from '../view.ts';

/** That the network is gone, and which try it is; nothing while all is well. */
export function Trouble({ state }: { state: Calling }) {
  const attempt = reconnecting(state);
  const most = FIXED.maxReconnectAttempts;
  if (attempt === null) return null;
  return (
    <p className={text.strong} role="status">
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
