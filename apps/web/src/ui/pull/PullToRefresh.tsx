import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Mark } from '../scene/index.ts';
import text from '../text.module.css';
import { showToast } from '../toast/toasts.ts';
import { FAR } from './pull.ts';
import styles from './pull.module.css';
import { usePull } from './use-pull.ts';

interface PullToRefreshProps {
  /** Refetches what the page shows; rejects without an answer. */
  onRefresh: () => Promise<unknown>;
}

/** On touch screens: pulling a sun down over the top of the page refreshes it. */
export function PullToRefresh({ onRefresh }: PullToRefreshProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const pull = usePull(place, () =>
    onRefresh().catch((error: unknown) => showToast({ message: errorText(error), type: 'error' })),
  );
  const by = pull.kind === 'drawn' ? pull.by : pull.kind === 'refreshing' ? FAR : 0;
  return (
    <div ref={place} className={styles.place} data-pull={pull.kind} role="status">
      {by > 0 && (
        <span className={styles.sun} data-far={by >= FAR ? '' : undefined} style={{ translate: `0 ${by}px` }}>
          <Mark size={26} />
        </span>
      )}
      {pull.kind === 'refreshing' && <span className={text.unseen}>{t`Loading...`}</span>}
    </div>
  );
}
