import { Trans, useLingui } from '@lingui/react/macro';
import { useShownName } from '../../../lib/shown-name.ts';
import { useShortcut } from '../../../state/shortcuts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { TopBar } from '../../../ui/TopBar.tsx';
import type { Calling } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { minutes, reconnecting } from '../view.ts';
import { voice } from '../voice.ts';
import styles from './call-bar.module.css';
import { Digits } from './Digits.tsx';
import { HearSmallButton } from './HearButton.tsx';
import { MicrophoneIcon, MicrophoneSlashIcon, PhoneDisconnectIcon } from './icons.ts';
import { OtherMuted, OtherMutedAloud } from './OtherMuted.tsx';
import { TroubleAloud } from './Trouble.tsx';

interface CallBarProps {
  state: Calling;
  onLarge: () => void;
}

/** The unlimited call while the user is on another page. It has its own space above the pages and covers none. */
export function CallBar({ state, onLarge }: CallBarProps) {
  const { t } = useLingui();
  const { clock } = useCall();
  const { partner, other } = state.call;
  const name = useShownName()(partner?.name);
  return (
    <TopBar label={t`Voice Call`}>
      <button type="button" className={styles.person} onClick={onLarge}>
        <PhotoAvatar src={partner?.thumb ?? null} name={name} seed={partner?.userId ?? other} size={40} />
        <span>
          <strong dir="auto" translate="no">
            {name}
          </strong>
          <span className={text.unseen}>{t`Back to the call`}</span>
          <span className={`${text.caption} ${styles.caption}`}>
            {reconnecting(state) === null ? <Digits value={minutes(clock.elapsed)} /> : <span>{t`Reconnecting…`}</span>}
            <OtherMuted call={state.call} />
          </span>
        </span>
      </button>
      <OtherMutedAloud call={state.call} />
      <TroubleAloud state={state} />
      <HearSmallButton />
      <IconButton
        label={t`Mute`}
        aria-pressed={state.muted}
        aria-keyshortcuts={useShortcut('m')}
        onClick={() => voice.mute()}
      >
        {state.muted ? <MicrophoneSlashIcon size={22} /> : <MicrophoneIcon size={22} />}
      </IconButton>
      <span className={styles.end}>
        <IconButton label={t`End call`} onClick={() => voice.end()}>
          <PhoneDisconnectIcon size={22} weight="fill" />
        </IconButton>
      </span>
    </TopBar>
  );
}

interface ElsewhereBarProps {
  /** Null while it rings: the call is that tab's alone. */
  onContinue: (() => void) | null;
}

export function ElsewhereBar({ onContinue }: ElsewhereBarProps) {
  const { t } = useLingui();
  return (
    <TopBar label={t`Voice Call`}>
      <p className={styles.words} role="status">
        <Trans>You are in a call in another tab</Trans>
      </p>
      {onContinue && <Button look="go" size="sm" onClick={onContinue}>{t`Continue here`}</Button>}
    </TopBar>
  );
}
