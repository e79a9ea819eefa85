import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import text from '../../../ui/text.module.css';
import { isTrouble, type CheckState, type ConnectionProblem } from '../check/connection-check.ts';
import styles from './check-report.module.css';

/** trouble: a problem and the check that follows it, but no check that runs by itself. */
export type Shows = 'every-state' | 'trouble';

interface CheckReportProps {
  state: CheckState;
  shows: Shows;
  onAgain: () => void;
}

/** The result of a check, and what helps. Screen readers speak each change once, so its status exists before. */
export function CheckReport({ state, shows, onAgain }: CheckReportProps) {
  const { t } = useLingui();
  const isShown = shows === 'every-state' || (isTrouble(state) && state.kind !== 'unanswered');
  const canRepeat = isTrouble(state) && !(state.kind === 'failed' && state.problem === 'no-webrtc');
  return (
    <div className={styles.report}>
      <div role="status">{isShown && <Words state={state} />}</div>
      {isShown && canRepeat && (
        <Button look="line" size="sm" busy={state.kind === 'running'} onClick={onAgain}>{t`Check again`}</Button>
      )}
    </div>
  );
}

function Words({ state }: { state: CheckState }) {
  switch (state.kind) {
    case 'unknown':
      return null;
    case 'running':
      return (
        <p className={text.label}>
          <Trans>Checking your connection…</Trans>
        </p>
      );
    case 'passed':
      return (
        <p className={text.label}>
          <Trans>Your connection works.</Trans>
        </p>
      );
    case 'unanswered':
      return (
        <p className={text.label}>
          <Trans>Your connection could not be checked.</Trans>
        </p>
      );
    case 'failed':
      return <Help problem={state.problem} />;
    default:
      return state satisfies never;
  }
}

function Help({ problem }: { problem: ConnectionProblem }) {
  switch (problem) {
    case 'no-webrtc':
      return (
        <div className={styles.help}>
          <p className={text.strong}>
            <Trans>This browser cannot make calls.</Trans>
          </p>
          <p>
            <WebRtcHelp />
          </p>
        </div>
      );
    case 'relay-unreachable':
      return (
        <div className={styles.help}>
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

export function WebRtcHelp() {
  return (
    <Trans>
      Calls need WebRTC, which is missing or switched off here. A current Firefox, Chrome, Edge or Safari has it; some
      privacy extensions switch it off.
    </Trans>
  );
}
