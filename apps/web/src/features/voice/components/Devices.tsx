import { Trans, useLingui } from '@lingui/react/macro';
import { Select } from '../../../ui/Field.tsx';
import text from '../../../ui/text.module.css';
import { MICROPHONE_TEXTS, SILENCED } from '../messages.ts';
import { useMicrophone, useSound } from '../use-call.ts';
import { chooseSink, microphone, sound } from '../voice.ts';
import { LevelMeter } from './LevelMeter.tsx';
import styles from './microphone-check.module.css';
import { useDevices } from './use-devices.ts';

/** Whether the microphone picks up anything. */
export function Heard() {
  const { i18n } = useLingui();
  const state = useMicrophone();
  switch (state.kind) {
    case 'unavailable':
      return (
        <p className={styles.problem} role="alert">
          {i18n._(MICROPHONE_TEXTS[state.problem])}
        </p>
      );
    case 'closed':
    case 'opening':
      return (
        <p className={text.muted} role="status">
          <Trans>Your browser asks for the microphone.</Trans>
        </p>
      );
    case 'open':
      return state.silenced ? (
        <p className={styles.problem} role="alert">
          {i18n._(SILENCED)}
        </p>
      ) : (
        <Level key={state.deviceId} />
      );
    default:
      return state satisfies never;
  }
}

/** The microphone works also where the browser measures nothing. */
function Level() {
  if (sound.isMeasured) return <LevelMeter />;
  return (
    <p className={text.muted} role="status">
      <Trans>The microphone is on. This browser does not show how loud you are.</Trans>
    </p>
  );
}

/** Chooses the microphone, where there are several. */
export function Inputs() {
  const { t } = useLingui();
  const state = useMicrophone();
  const devices = useDevices('audioinput');
  if (state.kind !== 'open' || devices.length < 2) return null;
  return (
    <Select
      label={t`Microphone`}
      value={state.deviceId}
      onChange={(event) => void microphone.choose(event.target.value)}
    >
      {devices.map(({ deviceId, label }) => (
        <option key={deviceId} value={deviceId}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** Chooses the output where the browser lets a page; elsewhere the system does. */
export function Outputs() {
  const { t } = useLingui();
  const { sink } = useSound();
  const devices = useDevices('audiooutput');
  if (devices.length < 2 || !('setSinkId' in HTMLMediaElement.prototype)) return null;
  return (
    <Select label={t`Loudspeaker`} value={sink} onChange={(event) => void chooseSink(event.target.value)}>
      <option value="">{t`The system’s own`}</option>
      {devices
        .filter(({ deviceId }) => deviceId !== 'default')
        .map(({ deviceId, label }) => (
          <option key={deviceId} value={deviceId}>
            {label}
          </option>
        ))}
    </Select>
  );
}
