import { Trans } from '@lingui/react/macro';
import type { QueueView } from '@yonder/contract';
import { LiveBlocked } from '../../../ui/LiveBlocked.tsx';
import { MatchPause } from '../../../ui/MatchPause.tsx';
import text from '../../../ui/text.module.css';
import { useLiveBlocked } from '../use-matching.ts';
import styles from './match.module.css';

/** The queue position, or why there is no match now; empty until the server has answered. */
export function FindingQueue({ queue }: { queue: QueueView | null }) {
  const isBlocked = useLiveBlocked();
  return (
    <div className={styles.place} role="status">
      {isBlocked ? (
        <p>
          <LiveBlocked />
        </p>
      ) : (
        queue && <Words queue={queue} />
      )}
    </div>
  );
}

function Words({ queue: { check, position, totalInQueue } }: { queue: QueueView }) {
  if (check?.kind === 'paused') {
    return (
      <MatchPause until={check.until}>
        <Trans>You ended your last matches at once.</Trans>
      </MatchPause>
    );
  }
  return (
    <p className={text.label}>
      <Trans>
        Number {position} of {totalInQueue} in the queue
      </Trans>
    </p>
  );
}
