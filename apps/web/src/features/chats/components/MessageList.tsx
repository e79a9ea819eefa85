import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { showToast } from '../../../ui/toast/toasts.ts';
import { errorText } from '../../../lib/error-text.ts';
import { loadNewer, loadOlder, placeAround, placeAtNewest, trimHistory } from '../api/list-messages.ts';
import type { Chats } from '../cache.ts';
import type { History } from '../history.ts';
import { type Aim, listKey, seedOf, startOf } from '../list-start.ts';
import { type RoomActions, RoomActionsProvider } from '../room-actions.ts';
import type { UnreadAfter } from '../reading.ts';
import { type Row, timeline } from '../timeline.ts';
import { useActivity } from '../use-activity.ts';
import { useAfterWriting } from '../use-after-writing.ts';
import { useAim } from '../use-aim.ts';
import { useListScroll } from '../use-list-scroll.ts';
import { useMarkRead } from '../use-mark-read.ts';
import { useShownRows } from '../use-shown-rows.ts';
import { JumpToNewest } from './JumpToNewest.tsx';
import styles from './message-list.module.css';
import { TimelineRow } from './TimelineRow.tsx';

interface MessageListProps {
  chats: Chats;
  history: History;
  unreadAfter: UnreadAfter;
  /** The last message written in this tab. */
  lastWritten: string | null;
  actions: Omit<RoomActions, 'goTo'>;
}

/** A row that enters the view unmeasured moves those beneath it; a key scrolls up by nearly a screen. */
const MEASURED_AHEAD_PX = 1_000;

/** The conversation, newest at the bottom. */
export function MessageList(props: MessageListProps) {
  const { chats, history, unreadAfter } = props;
  const { id } = history.room;
  const { aim, setAim } = useAim(history, unreadAfter);

  function goTo(seedOrder: number): void {
    setAim(seedOrder);
    if (history.messages.some((message) => message.seedOrder === seedOrder)) return;
    placeAround(chats, id, seedOrder).catch(complain);
  }
  const aimAtNewest = (): void => setAim('newest');

  return <Place key={listKey(history, unreadAfter)} {...props} aim={aim} aimAtNewest={aimAtNewest} goTo={goTo} />;
}

interface PlaceProps extends MessageListProps {
  aim: Aim;
  aimAtNewest: () => void;
  goTo: (seedOrder: number) => void;
}

function Place({ chats, history, unreadAfter, lastWritten, actions, aim, aimAtNewest, goTo }: PlaceProps) {
  const { t } = useLingui();
  const { id, unread } = history.room;
  const activity = useActivity(id);
  const [isCutOff, setIsCutOff] = useState(false);
  const { you } = chats;
  const name = actions.otherName;
  // Memoised by hand: a restarted render must find the same rows.
  const wanted = useMemo(
    () => withEdges(timeline(history, { you, unreadAfter, isCutOff }), activity),
    [history, you, unreadAfter, isCutOff, activity],
  );
  const { rows, change } = useShownRows(wanted);
  const [start] = useState(() => startOf(rows, history, aim));
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const loading = useRef(false);
  const [isMeasured, setIsMeasured] = useState(false);

  function onResize(): void {
    scroll.onResize();
    setIsMeasured(true);
  }
  async function onNear(end: 'older' | 'newer'): Promise<void> {
    if (loading.current || history[end] === 'none') return;
    loading.current = true;
    try {
      await (end === 'older' ? loadOlder : loadNewer)(chats, id);
      trimHistory(chats, id, end === 'older' ? 'newer' : 'older');
    } catch {
      // The next scroll asks again.
    } finally {
      loading.current = false;
    }
  }

  const scroll = useListScroll({ scroller, list, chatRoomId: id, rows, start, onNear: (end) => void onNear(end) });
  const { isAtEnd, toEnd, toRow } = scroll;
  useMarkRead(chats, history, { unreadAfter, isAtEnd });

  async function toNewest(): Promise<void> {
    aimAtNewest();
    if (history.newer === 'more') await placeAtNewest(chats, id);
    else toEnd();
  }
  function cutOff(): void {
    setIsCutOff(true);
    toEnd();
  }
  useAfterWriting({ lastWritten, isCutOff, isAtEnd, toNewest, cutOff });
  useTarget(rows, aim, toRow);

  return (
    <RoomActionsProvider value={{ ...actions, goTo }}>
      <div className={styles.frame}>
        {/* A scrollable area must be reachable by keyboard. ReadOut announces new messages. */}
        <div
          ref={scroller}
          className={styles.scroll}
          role="log"
          aria-live="off"
          aria-label={t`Messages with ${name}`}
          tabIndex={0}
        >
          <div className={styles.column} data-measured={isMeasured || undefined}>
            <Virtualizer
              ref={list}
              scrollRef={scroller}
              data={rows}
              shift={change === 'start'}
              bufferSize={MEASURED_AHEAD_PX}
              onScroll={scroll.onScroll}
              onResize={onResize}
            >
              {(row) => <TimelineRow key={row.key} row={row} history={history} isLit={seedOf(row) === aim} />}
            </Virtualizer>
          </div>
        </div>
        {!(isAtEnd && history.newer === 'none') && (
          <JumpToNewest unread={unread} onJump={() => void toNewest().catch(complain)} />
        )}
      </div>
    </RoomActionsProvider>
  );
}

/** Scrolls once for each target; afterwards the position is the reader's. */
function useTarget(rows: readonly Row[], aim: Aim, toRow: (key: string) => void): void {
  const key = rows.find((one) => seedOf(one) === aim)?.key;
  const go = useEffectEvent(toRow);
  useEffect(() => {
    if (key !== undefined) go(key);
  }, [key]);
}

function withEdges(rows: readonly Row[], activity: 'typing' | 'recording' | 'none'): Row[] {
  const end: Row[] = activity === 'none' ? [] : [{ kind: 'activity', key: 'activity', activity }];
  return [{ kind: 'beginning', key: 'beginning' }, ...rows, ...end];
}

function complain(error: unknown): void {
  showToast({ message: errorText(error), type: 'error' });
}
