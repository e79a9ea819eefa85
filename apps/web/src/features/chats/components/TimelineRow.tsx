import { useShownWords } from '../../../lib/shown-words.ts';
import type { History } from '../history.ts';
import type { Row } from '../timeline.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { Beginning } from './Beginning.tsx';
import { BubbleRow } from './BubbleRow.tsx';
import { DayLine } from '../../../ui/DayLine.tsx';
import { SystemLine } from './SystemLine.tsx';
import { UnreadLine } from './UnreadLine.tsx';

interface TimelineRowProps {
  row: Row;
  history: History;
  /** Whether the user jumped here. */
  isLit: boolean;
}

export function TimelineRow({ row, history, isLit }: TimelineRowProps) {
  switch (row.kind) {
    case 'beginning':
      return <Beginning room={history.room} older={history.older} />;
    case 'day':
      return <DayLine at={row.at} />;
    case 'unread':
      return <UnreadLine />;
    case 'system':
      return <Ending words={row.message.content} />;
    case 'bubble':
      return <BubbleRow row={row} isLit={isLit} />;
    case 'activity':
      return <ActivityRow activity={row.activity} />;
    default:
      return row satisfies never;
  }
}

function Ending({ words }: { words: string }) {
  return <SystemLine>{useShownWords()(words)}</SystemLine>;
}
