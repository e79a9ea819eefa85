import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { QueueView } from '@yonder/contract';
import { useConfig } from '../../../lib/config.ts';
import { Button } from '../../../ui/Button.tsx';
import { LiveBlocked } from '../../../ui/LiveBlocked.tsx';
import { MatchPause } from '../../../ui/MatchPause.tsx';
import text from '../../../ui/text.module.css';
import type { Queuing } from '../call-state.ts';
import { isTrouble } from '../check/connection-check.ts';
import { useCheck, useObstacle } from '../check/use-check.ts';
import { MICROPHONE_TEXTS } from '../messages.ts';
import { useMicrophone } from '../use-call.ts';
import { voice } from '../voice.ts';
import { CheckProgress } from './CheckProgress.tsx';
import styles from './finding.module.css';
import stage from './stage.module.css';
import { StageHeading } from './StageHead.tsx';

export function FindingGround({ state }: { state: Queuing }) {
  const { t } = useLingui();
  return (
    <>
      <div className={stage.words}>
        <StageHeading className={text.displayL}>{t`Finding someone…`}</StageHeading>
        <p className={`${text.lead} ${styles.lead}`}>
          <Lead state={state} />
        </p>
        {state.queue !== null && <Waiting queue={state.queue} />}
        <MicrophoneLine state={state} />
        <DirectCalls />
      </div>
      <Button look="stop" width="full" onClick={() => voice.end()}>{t`Cancel`}</Button>
    </>
  );
}

/** What the user waits for. A failed check stops the matching: this page knows before the server says so. */
function Lead({ state: { queue, after } }: { state: Queuing }) {
  const hasFailed = useCheck().kind === 'failed';
  if (useObstacle() === 'no-live') return <LiveBlocked />;
  const isHeld = queue?.check?.kind === 'required' || hasFailed;
  if (isHeld) return <Trans>You keep your place, but are matched with nobody until your connection works.</Trans>;
  if (after === 'withdrawn-match') return <Trans>Your last call did not come about. The search goes on.</Trans>;
  return <Trans>Please wait while we connect you with another person.</Trans>;
}

/** The queue position, or why there is no match now. */
function Waiting({ queue }: { queue: QueueView }) {
  const { check } = queue;
  const hasFailed = isTrouble(useCheck());
  const isPaused = check?.kind === 'paused';
  return (
    <div className={styles.waiting}>
      {check === null && !hasFailed && <Place queue={queue} />}
      <div role="status">
        {isPaused && (
          <MatchPause until={check.until}>
            <Trans>Your last calls did not come about.</Trans>
          </MatchPause>
        )}
      </div>
      {!isPaused && <CheckProgress shows={check === null ? 'trouble' : 'every-state'} />}
    </div>
  );
}

const MOST_DOMES = 12;

/** One dome per person, the user's tall and lit. A long queue shows its first domes; the text has the numbers. */
function Place({ queue: { position, totalInQueue, expectedWaitSeconds } }: { queue: QueueView }) {
  const domes = Math.min(totalInQueue, MOST_DOMES);
  const mine = Math.min(position, domes);
  return (
    <div>
      <div className={styles.queue} aria-hidden="true">
        {Array.from({ length: domes }, (_, index) => (
          <i key={index} data-place={index + 1 === mine ? 'mine' : index + 1 < mine ? 'before' : 'after'} />
        ))}
      </div>
      <p className={text.label} role="status">
        <Trans>
          Number {position} of {totalInQueue} in the queue
        </Trans>
      </p>
      {expectedWaitSeconds !== null && <Wait seconds={expectedWaitSeconds} />}
    </div>
  );
}

/** The measured wait, in words no more exact than it is. */
function Wait({ seconds }: { seconds: number }) {
  const minutes = Math.round(seconds / 60);
  const tens = Math.max(10, Math.ceil(seconds / 10) * 10);
  return (
    <p className={text.caption}>
      {minutes < 1 ? (
        <Trans>Usually less than {tens} seconds</Trans>
      ) : (
        <Plural value={minutes} one="Usually about # minute" other="Usually about # minutes" />
      )}
    </p>
  );
}

/** Without a microphone the user is matched all the same, but not heard: shown as long as that lasts. */
function MicrophoneLine({ state }: { state: Queuing }) {
  const { t, i18n } = useLingui();
  const microphone = useMicrophone();
  const { kind } = microphone;
  if (state.stage === 'preparing') return kind === 'opening' ? <MicrophoneQuestion /> : null;
  // 'opening' after the preparation means that it is tried again.
  if (kind !== 'unavailable' && kind !== 'opening') return null;
  const problem = kind === 'unavailable' ? microphone.problem : null;
  const isHopeless = problem === 'insecure' || problem === 'unsupported';
  return (
    <div className={styles.microphone}>
      <p className={text.strong}>
        <Trans>Your microphone is off: you would hear the other person, but they could not hear you.</Trans>
      </p>
      <p>
        {isHopeless ? (
          i18n._(MICROPHONE_TEXTS[problem])
        ) : (
          <Trans>Allow it for this site in your browser, or connect one.</Trans>
        )}
      </p>
      {!isHopeless && (
        <Button look="line" size="sm" busy={kind === 'opening'} onClick={() => voice.mute()}>{t`Try again`}</Button>
      )}
    </div>
  );
}

function MicrophoneQuestion() {
  return (
    <p className={text.label} role="status">
      <Trans>Your browser asks for the microphone. Allow it, and you are on your way.</Trans>
    </p>
  );
}

function DirectCalls() {
  const direct = useConfig().data?.callPath === 'direct';
  if (!direct) return null;
  return (
    <p className={text.caption}>
      <Trans>Calls are direct here: the other person could learn your network address.</Trans>
    </p>
  );
}
