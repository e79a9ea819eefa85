import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, type CallView } from '@yonder/contract';
import { useEffect, useState, type CSSProperties } from 'react';
import { after } from '../../../lib/clock.ts';
import { client } from '../../../lib/client.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { feel } from '../../../ui/haptics.ts';
import text from '../../../ui/text.module.css';
import type { Calling } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { longestPart, minutes, reconnecting } from '../view.ts';
import { Controls } from './Controls.tsx';
import { DevicesButton } from './DevicesButton.tsx';
import { Digits } from './Digits.tsx';
import { HearButton } from './HearButton.tsx';
import styles from './reveal.module.css';
import { OtherMuted } from './OtherMuted.tsx';
import { BrandHead, ReportButton, StageHeading } from './StageHead.tsx';
import stage from './stage.module.css';

interface RevealHeadProps {
  call: CallView;
  onReport: () => void;
}

export function RevealHead({ call, onReport }: RevealHeadProps) {
  const { clock } = useCall();
  return (
    <BrandHead
      beside={
        <span className={`${text.label} ${stage.beside}`}>
          <OtherMuted call={call} />
        </span>
      }
    >
      <span className={text.label} role="timer">
        <Digits value={minutes(clock.elapsed)} />
      </span>
      <DevicesButton />
      <ReportButton onReport={onReport} />
    </BrandHead>
  );
}

/** Names the face that the horizon draws. */
export function RevealFace({ name }: { name: string }) {
  return <svg className={styles.face} role="img" aria-label={useShownName()(name)} />;
}

interface RevealGroundProps {
  state: Calling;
  onOpen: (path: string) => void;
}

/** Both liked each other: the name, the way to the chat, and the call goes on. */
export function RevealGround({ state, onOpen }: RevealGroundProps) {
  const { t } = useLingui();
  const { partner, chatRoomId } = state.call;
  const name = useShownName()(partner?.name);
  const size: CSSProperties & Record<'--longest', number> = { '--longest': longestPart(name) };
  return (
    <>
      <div className={`${stage.words} ${styles.words}`} data-fresh={state.revealedAt === null ? undefined : ''}>
        <StageHeading className={styles.name}>
          <span dir="auto" translate="no" style={size}>
            {name}
          </span>
        </StageHeading>
        <Banner revealedAt={state.revealedAt} />
        <p className={text.muted}>
          <NoLimit state={state} />
        </p>
        <div className={styles.ways}>
          {chatRoomId !== null && (
            <Button look="go" onClick={() => onOpen(`/chat/${chatRoomId}`)}>{t`Open chat`}</Button>
          )}
          {partner !== null && <Button onClick={() => onOpen(`/profile/${partner.userId}`)}>{t`See profile`}</Button>}
        </div>
      </div>
      <div className={stage.actions}>
        <HearButton />
        <Controls muted={state.muted} canEnd size="sm" />
      </div>
    </>
  );
}

function NoLimit({ state }: { state: Calling }) {
  if (reconnecting(state) !== null) return <Trans>Reconnecting…</Trans>;
  return <Trans>No time limit now. Your chat is ready.</Trans>;
}

/** The good news, for three seconds. */
function Banner({ revealedAt }: { revealedAt: number | null }) {
  const { t } = useLingui();
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (revealedAt === null) return undefined;
    const left = revealedAt + FIXED.mutualLikeBannerMs - client.serverNow();
    if (left > 0) feel('match');
    return after(Math.max(0, left), () => setOver(true));
  }, [revealedAt]);
  const shown = revealedAt !== null && !over;
  return (
    <p className={`${text.lead} ${styles.banner}`} role="status" data-shown={shown ? '' : undefined}>
      {shown && t`It's a match! Continuing call.`}
    </p>
  );
}
