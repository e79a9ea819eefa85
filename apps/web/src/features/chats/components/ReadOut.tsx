import { Plural, useLingui } from '@lingui/react/macro';
import { summaryOf } from '@yonder/contract';
import { useEffect, useState } from 'react';
import { after } from '../../../lib/clock.ts';
import text from '../../../ui/text.module.css';
import type { History } from '../history.ts';
import { come, readingOutFrom, type Said, said } from '../reading-out.ts';
import { useSummaryTexts } from '../use-summary-text.ts';

/** A screen reader takes up what stands this long, and says it after what it is saying. */
const STANDS_MS = 1_200;

interface ReadOutProps {
  history: History;
  you: string;
  name: string;
}

/** What comes into the open room, for whoever listens. The conversation itself stays silent: rows come and go with scrolling. */
export function ReadOut({ history, you, name }: ReadOutProps) {
  const [reading, setReading] = useState(() => readingOutFrom(history));
  const grown = come(reading, history, you);
  if (grown !== reading) setReading(grown);
  const { saying } = grown;
  useEffect(() => {
    if (saying === null) return;
    return after(STANDS_MS, () => setReading(said));
  }, [saying]);
  return (
    <div className={text.unseen} aria-live="polite">
      {saying !== null && (
        <p key={saying.id}>
          <Words saying={saying} name={name} />
        </p>
      )}
    </div>
  );
}

function Words({ saying, name }: { saying: Said; name: string }) {
  const { t } = useLingui();
  const summaryText = useSummaryTexts();
  if (saying.kind === 'count') return <Plural value={saying.count} one="# new message" other="# new messages" />;
  const { message } = saying;
  const words = summaryText(summaryOf(message), message.content);
  const who = name;
  if (message.type === 'system' || message.type === 'call') return words;
  return (
    <>
      {t`${who}:`} {words}
    </>
  );
}
