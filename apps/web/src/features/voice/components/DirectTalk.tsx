import { Trans, useLingui } from '@lingui/react/macro';
import type { CallView } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChatCircleIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { minutes } from '../view.ts';
import { Controls } from './Controls.tsx';
import { DevicesButton } from './DevicesButton.tsx';
import { Digits } from './Digits.tsx';
import { HearButton } from './HearButton.tsx';
import { CallLine } from './OtherMuted.tsx';
import { ReportButton, StageHeading } from './StageHead.tsx';
import styles from './stage.module.css';
import { Trouble } from './Trouble.tsx';

interface DirectHeadProps {
  state: Calling;
  onReport: () => void;
  onOpen: (path: string) => void;
}

/** The partner; the horizon draws the face. */
export function DirectHead({ state, onReport, onOpen }: DirectHeadProps) {
  const { t } = useLingui();
  const shownName = useShownName();
  const { partner, chatRoomId, status } = state.call;
  return (
    <>
      <WhoHead name={shownName(partner?.name)} call={state.call} />
      <span className={styles.headEnd}>
        {chatRoomId !== null && status === 'mutual-like' && (
          <IconButton label={t`Open chat`} onClick={() => onOpen(`/chat/${chatRoomId}`)}>
            <ChatCircleIcon size={24} />
          </IconButton>
        )}
        <DevicesButton />
        <ReportButton onReport={onReport} />
      </span>
    </>
  );
}

interface WhoHeadProps {
  name: string;
  /** Null while it rings. */
  call: CallView | null;
}

export function WhoHead({ name, call }: WhoHeadProps) {
  return (
    <div>
      <CallLine call={call} />
      <StageHeading className={text.displayM}>
        <span dir="auto" translate="no">
          {name}
        </span>
      </StageHeading>
    </div>
  );
}

export function DirectGround({ state }: { state: Calling }) {
  const { clock } = useCall();
  if (state.call.status === 'connecting') {
    return (
      <>
        <ConnectingWords />
        <div className={styles.actions}>
          <HearButton />
          <Controls muted={state.muted} canEnd />
        </div>
      </>
    );
  }
  return (
    <>
      <div className={styles.words}>
        <p className={styles.timer} role="timer">
          <Digits value={minutes(clock.elapsed)} />
        </p>
        <Trouble state={state} />
      </div>
      <div className={styles.actions}>
        <HearButton />
        <Controls muted={state.muted} canEnd />
      </div>
    </>
  );
}

export function ConnectingWords() {
  return (
    <div className={styles.words} role="status">
      <p className={text.displayL}>
        <Trans>Connecting your voices…</Trans>
      </p>
    </div>
  );
}
