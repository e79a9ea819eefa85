import { Trans, useLingui } from '@lingui/react/macro';
import type { CallView } from '@yonder/contract';
import { SeededAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { minutes, reconnecting, topicOf } from '../view.ts';
import { Controls } from './Controls.tsx';
import { DevicesButton } from './DevicesButton.tsx';
import { Digits } from './Digits.tsx';
import { HearButton } from './HearButton.tsx';
import { CallLine } from './OtherMuted.tsx';
import { ReportButton, StageHeading } from './StageHead.tsx';
import styles from './stage.module.css';
import { Trouble } from './Trouble.tsx';

interface TalkHeadProps {
  call: CallView;
  onReport: () => void;
}

export function TalkHead({ call, onReport }: TalkHeadProps) {
  const { t } = useLingui();
  const topic = topicOf(call);
  return (
    <>
      <div>
        <div className={styles.person}>
          <SeededAvatar seed={call.other} size={52} />
          <div>
            <CallLine call={call} />
            <StageHeading className={text.displayM}>{t`Anonymous`}</StageHeading>
          </div>
        </div>
        {topic !== null && (
          <p className={styles.topic} dir="auto">
            {t`Topic: ${topic}`}
          </p>
        )}
      </div>
      <span className={styles.headEnd}>
        <DevicesButton />
        <ReportButton onReport={onReport} />
      </span>
    </>
  );
}

export function TalkGround({ state }: { state: Calling }) {
  const { clock } = useCall();
  return (
    <>
      <div className={styles.words}>
        <p className={styles.timer} role="timer">
          <Digits value={minutes(clock.elapsed)} />
        </p>
        <Progress state={state} untilDecision={clock.untilDecision} canEnd={clock.canEnd} />
        <p className={text.caption}>
          <Trans>Network unstable? We'll try to reconnect up to 2 times.</Trans>
        </p>
      </div>
      <div className={styles.actions}>
        <HearButton />
        <Controls muted={state.muted} canEnd={clock.canEnd} />
      </div>
    </>
  );
}

interface ProgressProps {
  state: Calling;
  untilDecision: number | null;
  canEnd: boolean;
}

function Progress({ state, untilDecision, canEnd }: ProgressProps) {
  if (reconnecting(state) !== null) return <Trouble state={state} />;
  if (untilDecision === null) return null;
  const time = minutes(untilDecision);
  return (
    <>
      <p className={text.muted}>
        <Trans>Decision in {time}. Until then, only voices.</Trans>
      </p>
      <p className={`${text.caption} ${styles.later}`} data-shown={canEnd ? '' : undefined}>
        <Trans>End the call earlier, and you both decide right away.</Trans>
      </p>
    </>
  );
}
