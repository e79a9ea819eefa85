import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { monotonic } from '../../../lib/clock.ts';
import { Hills } from '../../../ui/Hills.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrowUpIcon, CaretLeftIcon, StopIcon, TrashIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import { VoicePlayer } from '../attachments/VoicePlayer.tsx';
import type { Recording, RecordingEnd } from '../media/recorder.ts';
import { localTrack } from '../media/tracks.ts';
import { useEscape } from '../use-escape.ts';
import { useSlideAway } from '../use-slide-away.ts';
import type { Recordings } from '../use-recorder.ts';
import { duration } from '../../../lib/when.ts';
import composer from './composer.module.css';
import { LiveRidge } from './LiveRidge.tsx';
import styles from './recording-bar.module.css';

/** Replaces the field while a voice message is recorded, and until it is sent or discarded. */
export function RecordingBar({ recording, recorder, discard, send }: Omit<Recordings, 'begin'>) {
  const { t } = useLingui();
  const slide = useSlideAway(discard);
  const bar = useEscape(discard);
  const isReady = recording.at === 'ready';
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t`Voice message`}>
      <IconButton label={isReady ? t`Throw away` : t`Cancel recording`} onClick={discard}>
        <TrashIcon size={24} />
      </IconButton>
      <div className={styles.middle}>
        {isReady ? (
          <div className={styles.preview}>
            <VoicePlayer track={localTrack(recording.voice)} waveform={recording.voice.waveform} />
          </div>
        ) : (
          <div className={styles.live} {...slide}>
            <Live recording={recording} />
          </div>
        )}
        <RecordingNote recording={recording} />
      </div>
      {recording.at === 'recording' && <StopButton onPress={() => void recorder.finish('asked')} />}
      <button
        type="button"
        className={composer.send}
        aria-label={t`Send voice message`}
        title={t`Send voice message`}
        disabled={recording.at === 'asking' || recording.at === 'finishing'}
        onClick={() => void send()}
      >
        {recording.at === 'finishing' ? <Hills /> : <ArrowUpIcon size={24} />}
      </button>
    </div>
  );
}

function Live({ recording }: { recording: Recording }) {
  if (recording.at === 'asking') {
    return (
      <span>
        <Trans>Waiting for the microphone…</Trans>
      </span>
    );
  }
  if (recording.at === 'off' || recording.at === 'ready') return null;
  const elapsed = recording.at === 'recording' ? Math.floor((monotonic() - recording.since) / 1_000) : 0;
  return (
    <>
      <LiveRidge levels={recording.levels} />
      <p className={styles.foot}>
        <span className={styles.time} role="timer" translate="no">
          {duration(elapsed)}
        </span>
        <span className={styles.hint}>
          <CaretLeftIcon size={14} weight="bold" data-turns="" />
          <Trans>Slide to cancel</Trans>
        </span>
      </p>
    </>
  );
}

/** Takes the keyboard focus when the recording begins. */
function StopButton({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <IconButton ref={button} label={t`Stop and listen`} look="filled" onClick={onPress}>
      <StopIcon size={22} weight="fill" />
    </IconButton>
  );
}

/** Announces that it records, and why it ended. It exists before its text: a status that mounts with text is not announced. */
export function RecordingNote({ recording }: { recording: Recording }) {
  return (
    <p className={styles.note} role="status">
      {recording.at === 'recording' && (
        <span className={text.unseen}>
          <Trans>Recording</Trans>
        </span>
      )}
      {recording.at === 'ready' && recording.end !== 'asked' && (
        <span>
          <EndWords end={recording.end} />
        </span>
      )}
    </p>
  );
}

function EndWords({ end }: { end: Exclude<RecordingEnd, 'asked'> }) {
  switch (end) {
    case 'two minutes':
      return <Trans>Two minutes are full. You can send it now.</Trans>;
    case 'call':
      return <Trans>A call began, so the recording stopped here.</Trans>;
    case 'microphone':
      return <Trans>Your device took the microphone away, so the recording stopped here.</Trans>;
    default:
      return end satisfies never;
  }
}
