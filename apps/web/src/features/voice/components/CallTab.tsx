import { Trans } from '@lingui/react/macro';
import { PullToRefresh } from '../../../ui/pull/PullToRefresh.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useWide } from '../../../ui/use-wide.ts';
import { usePastCalls } from '../use-past-calls.ts';
import { BeginCall } from './BeginCall.tsx';
import styles from './call-tab.module.css';
import { PastCalls } from './PastCalls.tsx';

/** Past calls, and where the next one begins. */
export function CallTab() {
  const past = usePastCalls();
  const isNew = past.data?.pages[0]?.length === 0;
  return (
    <div className={styles.tab} data-new={isNew || undefined}>
      <PullToRefresh onRefresh={() => past.refetch({ throwOnError: true })} />
      {isNew ? <Welcome /> : <PastCalls past={past} />}
      <BeginCall />
    </div>
  );
}

/** On wide screens the pane beside it has the scene. */
function Welcome() {
  const isWide = useWide();
  return (
    <>
      {!isWide && (
        <div className={styles.picture}>
          <Scene variant="home" />
        </div>
      )}
      <p className={text.muted}>
        <Trans>A few minutes of voice with someone you have never met. Then you both decide.</Trans>
      </p>
    </>
  );
}
