import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useShortcut } from '../../../state/shortcuts.ts';
import text from '../../../ui/text.module.css';
import { RECEIVE_ONLY, SILENCED } from '../messages.ts';
import { useMicrophone, useSound } from '../use-call.ts';
import { changeOutput, voice } from '../voice.ts';
import styles from './controls.module.css';
import { MicrophoneIcon, MicrophoneSlashIcon, PhoneDisconnectIcon, SpeakerHighIcon, SpeakerLowIcon } from './icons.ts';

interface ControlsProps {
  muted: boolean;
  canEnd: boolean;
  /** The label of the middle button: ends a call, or cancels one that is not there yet. */
  end?: 'end' | 'cancel';
  size?: 'md' | 'sm';
}

/** Mute, end, loudspeaker: round shapes keep the call, the bowl ends it. */
export function Controls({ muted, canEnd, end = 'end', size = 'md' }: ControlsProps) {
  const { t } = useLingui();
  const { output } = useSound();
  const loud = output === 'speaker';
  return (
    <>
      <Unheard />
      <div className={styles.controls} data-size={size} role="group" aria-label={t`Call controls`}>
        <Control label={t`Mute`} pressed={muted} shortcut={useShortcut('m')} onPress={() => voice.mute()}>
          {muted ? <MicrophoneSlashIcon size={28} /> : <MicrophoneIcon size={28} />}
        </Control>
        <Control
          label={end === 'end' ? t`End call` : t`Cancel`}
          look="end"
          disabled={!canEnd}
          onPress={() => voice.end()}
        >
          <PhoneDisconnectIcon size={32} weight="fill" />
        </Control>
        <Control label={t`Speaker`} pressed={loud} onPress={changeOutput}>
          {loud ? <SpeakerHighIcon size={28} /> : <SpeakerLowIcon size={28} />}
        </Control>
      </div>
    </>
  );
}

/** Shown as long as it lasts. A missing microphone is not announced here: a toast has done so. */
function Unheard() {
  const { i18n } = useLingui();
  const state = useMicrophone();
  const isSilenced = state.kind === 'open' && state.silenced;
  const words = state.kind === 'unavailable' ? RECEIVE_ONLY : isSilenced ? SILENCED : null;
  return (
    <>
      {words !== null && <p className={`${text.label} ${styles.receiveOnly}`}>{i18n._(words)}</p>}
      <p className={text.unseen} role="status">
        {isSilenced ? i18n._(SILENCED) : ''}
      </p>
    </>
  );
}

interface ControlProps {
  label: string;
  /** For a switch: its label stays, this changes. */
  pressed?: boolean;
  shortcut?: string | undefined;
  look?: 'end';
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Control({ label, pressed, shortcut, look, disabled, onPress, children }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
      data-look={look}
      disabled={disabled}
      onClick={onPress}
    >
      <span className={styles.shape}>{children}</span>
      <span>{label}</span>
    </button>
  );
}
