import { Plural, useLingui } from '@lingui/react/macro';
import { type Message, summaryOf } from '@yonder/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { after } from '../../../lib/clock.ts';
import text from '../../../ui/text.module.css';
import type { History } from '../history.ts';
import { come, readingOutFrom, type Said, said, wordsOf } from '../reading-out.ts';
import { useSummaryTexts } from '../use-summary-text.ts';

/** A screen reader announces text that stays this long, after what it is saying. */
const STANDS_MS = 1_200;

interface ReadOutProps {
  history: History;
  you: string;
  name: string;
}

/** Announces new messages of the open room. The log itself is silent: scrolling adds and removes rows. */
export function ReadOut({ history, you, name }: ReadOutProps) {
  const [reading, setReading] = useState(() => readingOutFrom(history));
  const grown = come(reading, history, you);
  if (grown !== reading) setReading(grown);
  const { saying } = grown;
  const onSaid = useEffectEvent(() => setReading(said(grown, history)));
  useEffect(() => {
    if (saying === null) return;
    return after(STANDS_MS, onSaid);
  }, [saying]);
  return (
    <div className={text.unseen} aria-live="polite">
      {saying !== null && (
        <p key={saying.id}>
          <Words saying={saying} history={history} name={name} />
        </p>
      )}
    </div>
  );
}

interface WordsProps {
  saying: Said;
  history: History;
  name: string;
}

function Words({ saying, history, name }: WordsProps) {
  if (saying.kind === 'count') return <Plural value={saying.count} one="# new message" other="# new messages" />;
  const message = wordsOf(history, saying.id);
  return message && <Whole message={message} name={name} />;
}

function Whole({ message, name }: { message: Message; name: string }) {
  const { t } = useLingui();
  const summaryText = useSummaryTexts();
  const words = summaryText(summaryOf(message), message.content);
  const who = name;
  if (message.type === 'system' || message.type === 'call') return <span>{words}</span>;
  return (
    <span>
      {t`${who}:`} {words}
    </span>
  );
}
