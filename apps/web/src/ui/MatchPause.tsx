import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { client } from '../lib/client.ts';
import styles from './match-pause.module.css';
import text from './text.module.css';

interface MatchPauseProps {
  /** By the server's clock, in ms. */
  until: number;
  /** Why there is a pause. */
  children: ReactNode;
}

/** Instead of the place in a queue while the server makes no match for this person. Stands in a status. */
export function MatchPause({ until, children }: MatchPauseProps) {
  const minutes = Math.max(1, Math.ceil((until - client.serverNow()) / 60_000));
  return (
    <div className={styles.pause}>
      <p className={text.strong}>{children}</p>
      <p>
        <Plural
          value={minutes}
          one="You keep your place, and are matched again in about # minute."
          other="You keep your place, and are matched again in about # minutes."
        />
      </p>
    </div>
  );
}
