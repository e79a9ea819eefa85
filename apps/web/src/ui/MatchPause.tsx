import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { client } from '../lib/client.ts';
import styles from './match-pause.module.css';
import text from './text.module.css';

interface MatchPauseProps {
  /** Server time, in ms. */
  until: number;
  /** The reason for the pause. */
  children: ReactNode;
}

/** Replaces the queue position while the server makes no matches for this user. Rendered inside a status role. */
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
