import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { after } from '../../../lib/clock.ts';
import { CaretDownIcon, CheckIcon } from '../../../ui/icons.ts';
import { feel } from '../../../ui/haptics.ts';
import text from '../../../ui/text.module.css';
import type { Choice, Deciding } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { minutes } from '../view.ts';
import { voice } from '../voice.ts';
import styles from './decision.module.css';
import { CaretUpIcon } from './icons.ts';
import { ReportButton, StageHeading } from './StageHead.tsx';
import stage from './stage.module.css';

export function DecisionHead({ onReport }: { onReport: () => void }) {
  const { t } = useLingui();
  const { clock } = useCall();
  const remaining = clock.decisionRemaining;
  return (
    <>
      <div>
        <StageHeading className={text.displayL}>{t`Decision Time`}</StageHeading>
        <p className={styles.remaining} role="timer">
          <Trans>
            Time remaining: <span translate="no">{remaining}</span>s
          </Trans>
        </p>
      </div>
      <span className={stage.headEnd}>
        <span className={text.label} translate="no">
          {minutes(clock.elapsed)}
        </span>
        <ReportButton onReport={onReport} />
      </span>
    </>
  );
}

/** The seconds on the sun and their share as its rim; the text says the same. */
export function Countdown({ remaining, of }: { remaining: number; of: number }) {
  const left = `${(100 * remaining) / of} 100`;
  return (
    <div className={styles.countdown} aria-hidden="true">
      <svg className={styles.rim} viewBox="-130 -130 260 130" focusable="false">
        <path d="M-116 -3A116 116 0 0 1 116 -3" pathLength="100" data-part="track" />
        {remaining > 0 && (
          <path d="M-116 -3A116 116 0 0 1 116 -3" pathLength="100" data-part="left" strokeDasharray={left} />
        )}
      </svg>
      <span className={styles.seconds} translate="no">
        {remaining}
      </span>
    </div>
  );
}

export function DecisionGround({ state: { choice } }: { state: Deciding }) {
  return (
    <>
      <div className={stage.words}>
        <p className={`${text.lead} ${styles.hint}`}>
          <Trans>If both like each other, profiles will be revealed and chat created!</Trans>
        </p>
        <p className={text.strong} role="status">
          {choice.kind !== 'open' && <Trans>Waiting for them</Trans>}
        </p>
      </div>
      <Buttons choice={choice} />
    </>
  );
}

/** A press this soon was meant for End, which stood there before. */
const SECOND_PRESS_MS = 400;

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => after(SECOND_PRESS_MS, () => setSettled(true)), []);
  return isSettled;
}

/** The other button leaves after a choice, and the chosen one keeps the focus. Neither is ever what Enter meets first. */
function Buttons({ choice }: { choice: Choice }) {
  const { t } = useLingui();
  const isSettled = useSettled();
  const open = choice.kind === 'open';
  const chosen = open ? null : choice.decision;
  function like(): void {
    if (open) feel('like');
    voice.decide('like');
  }
  return (
    <div className={styles.buttons} data-chosen={chosen ?? undefined} data-settled={isSettled}>
      {chosen !== 'like' && (
        <button
          type="button"
          className={styles.dislike}
          aria-disabled={!open}
          aria-pressed={!open}
          onClick={() => voice.decide('dislike')}
        >
          <span>{t`Dislike`}</span>
          {open ? <CaretDownIcon size={22} weight="bold" /> : <CheckIcon size={22} weight="bold" />}
        </button>
      )}
      {chosen !== 'dislike' && (
        <button type="button" className={styles.like} aria-disabled={!open} aria-pressed={!open} onClick={like}>
          {open ? <CaretUpIcon size={22} weight="bold" /> : <CheckIcon size={22} weight="bold" />}
          <span>{t`Like`}</span>
        </button>
      )}
    </div>
  );
}
