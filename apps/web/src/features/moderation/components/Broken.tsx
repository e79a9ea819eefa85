import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import styles from './report.module.css';

/** Shown for a file that did not load, usually because its address has expired. */
export function Broken({ onAgain }: { onAgain: () => Promise<void> }) {
  const [asking, setAsking] = useState<'idle' | 'busy'>('idle');
  return (
    <span className={styles.broken}>
      <Trans>This file did not load.</Trans>
      <Button
        size="sm"
        busy={asking === 'busy'}
        onClick={() => {
          setAsking('busy');
          void onAgain().finally(() => setAsking('idle'));
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </span>
  );
}
