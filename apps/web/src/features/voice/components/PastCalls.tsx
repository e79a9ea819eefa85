import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { DayLine } from '../../../ui/DayLine.tsx';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import text from '../../../ui/text.module.css';
import { daysOf } from '../past-calls.ts';
import type { usePastCalls } from '../use-past-calls.ts';
import { PastCallRow } from './PastCallRow.tsx';
import styles from './past-calls.module.css';

/** Past calls, by day. */
export function PastCalls({ past }: { past: ReturnType<typeof usePastCalls> }) {
  const { t } = useLingui();
  if (past.isPending) {
    return (
      <div className={styles.waiting}>
        <Skeleton lines={5} label={t`Loading calls`} />
      </div>
    );
  }
  if (past.data === undefined) {
    return (
      <div className={styles.trouble}>
        <p className={text.muted}>
          <Trans>Your calls did not load.</Trans>
        </p>
        <Button size="sm" busy={past.isFetching} onClick={() => void past.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.days}>
      {daysOf(past.data.pages).map(({ day, at, calls }) => (
        <section key={day}>
          <DayLine at={at} />
          <ul>
            {calls.map((call) => (
              <PastCallRow key={call.id} call={call} />
            ))}
          </ul>
        </section>
      ))}
      <MoreButton list={past}>
        <Trans>Earlier calls</Trans>
      </MoreButton>
    </div>
  );
}
