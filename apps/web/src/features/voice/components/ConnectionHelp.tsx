import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import text from '../../../ui/text.module.css';
import type { CheckState, ConnectionProblem } from '../check/connection-check.ts';
import { useCheck } from '../check/use-check.ts';
import { connectionCheck } from '../voice.ts';
import styles from './connection-help.module.css';

/** What is wrong, and what helps. */
export function ConnectionHelp({ problem }: { problem: ConnectionProblem }) {
  switch (problem) {
    case 'no-webrtc':
      return (
        <div className={styles.help} role="alert">
          <p className={text.strong}>
            <Trans>This browser cannot make calls.</Trans>
          </p>
          <p>
            <Trans>
              Calls need WebRTC, which is missing or switched off here. A current Firefox, Chrome, Edge or Safari has
              it; some privacy extensions switch it off.
            </Trans>
          </p>
        </div>
      );
    case 'relay-unreachable':
      return (
        <div className={styles.help} role="alert">
          <p className={text.strong}>
            <Trans>Your network lets no calls through.</Trans>
          </p>
          <p>
            <Trans>
              Voices did not get from here to the server and back. Another Wi-Fi or mobile data usually helps, or a VPN
              or firewall that is switched off for this site.
            </Trans>
          </p>
        </div>
      );
    default:
      return problem satisfies never;
  }
}

/** The state of the check, where somebody waits for it. */
export function CheckProgress() {
  const { t } = useLingui();
  const state = useCheck();
  if (state.kind !== 'failed') return <CheckLine state={state} />;
  return (
    <div className={styles.progress}>
      <ConnectionHelp problem={state.problem} />
      {state.problem !== 'no-webrtc' && (
        <Button look="line" size="sm" onClick={() => void connectionCheck.run()}>{t`Check again`}</Button>
      )}
    </div>
  );
}

function CheckLine({ state }: { state: Exclude<CheckState, { kind: 'failed' }> }) {
  return (
    <p className={text.muted} role="status">
      {state.kind === 'passed' ? <Trans>Your connection works.</Trans> : <Trans>Checking your connection…</Trans>}
    </p>
  );
}
