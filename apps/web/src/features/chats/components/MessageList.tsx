import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Draft, History } from '../history.ts';
import { type Row, timeline } from '../timeline.ts';
import { Beginning } from './Beginning.tsx';
import { BubbleRow } from './BubbleRow.tsx';
import { DayLine } from './DayLine.tsx';
import styles from './message-list.module.css';
import { SystemLine } from './SystemLine.tsx';

interface MessageListProps {
  history: History;
  you: string;
  /** Stands above the oldest message while there are older ones. */
  older: ReactNode;
  onRetry: (draft: Draft) => void;
}

/** The conversation, newest at the bottom. It stays there unless one scrolls up, and goes back there to write. */
export function MessageList({ history, you, older, onRetry }: MessageListProps) {
  const { t } = useLingui();
  const { name } = history.room.other;
  const scroll = useRef<HTMLDivElement>(null);
  const lastWritten = history.drafts.at(-1)?.clientMessageId;
  useEffect(() => {
    if (lastWritten !== undefined) scroll.current?.scrollTo({ top: 0 });
  }, [lastWritten]);
  return (
    // A scrollable place must be reachable by keyboard.
    <div ref={scroll} className={styles.scroll} role="log" aria-label={t`Messages with ${name}`} tabIndex={0}>
      <div className={styles.column}>
        {history.older === 'more' ? older : <Beginning room={history.room} />}
        {timeline(history, you).map((row) => (
          <TimelineRow key={row.key} row={row} otherName={name} onRetry={onRetry} />
        ))}
      </div>
    </div>
  );
}

function TimelineRow({ row, otherName, onRetry }: { row: Row; otherName: string; onRetry: (draft: Draft) => void }) {
  switch (row.kind) {
    case 'day':
      return <DayLine at={row.at} />;
    case 'system':
      return <SystemLine>{row.message.content}</SystemLine>;
    case 'bubble':
      return <BubbleRow bubble={row.bubble} run={row.run} otherName={otherName} onRetry={onRetry} />;
    default:
      return row satisfies never;
  }
}
