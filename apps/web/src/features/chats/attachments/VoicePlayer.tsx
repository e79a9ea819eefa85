import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useSyncExternalStore } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { CallError } from '@yonder/client';
import { Hills } from '../../../ui/Hills.tsx';
import { ArrowCounterClockwiseIcon, PauseIcon, PlayIcon } from '../../../ui/icons.ts';
import type { Playback, Player, Track } from '../media/player.ts';
import { useChats } from '../use-chats.ts';
import { duration } from '../../../lib/when.ts';
import { VoiceRidge } from './VoiceRidge.tsx';
import styles from './voice-player.module.css';

const IDLE: Playback = { at: 'idle' };

interface VoicePlayerProps {
  track: Track;
  waveform: readonly number[];
  /** Replaces the play button. */
  instead?: ReactNode;
}

export function VoicePlayer({ track, waveform, instead }: VoicePlayerProps) {
  const { t } = useLingui();
  const { player } = useChats();
  const playback = usePlayback(player, track.id);
  const position = 'position' in playback ? playback.position : 0;
  const length = duration(track.seconds);
  const elapsed = duration(Math.min(Math.floor(position), track.seconds));
  return (
    <div className={styles.player} data-at={playback.at}>
      {instead ?? <PlayButton playback={playback} length={length} onPress={() => player.toggle(track)} />}
      <div className={styles.middle}>
        <VoiceRidge
          waveform={waveform}
          seconds={track.seconds}
          position={position}
          text={t`${elapsed} of ${length}`}
          onSeek={(seconds) => player.seek(track, seconds)}
        />
        <div className={styles.foot}>
          {playback.at === 'failed' ? (
            <span className={styles.trouble} role="alert">
              {playback.error instanceof CallError ? errorText(playback.error) : t`This did not play.`}
            </span>
          ) : (
            <span translate="no">{playback.at === 'idle' ? length : `${elapsed} / ${length}`}</span>
          )}
          {(playback.at === 'playing' || playback.at === 'paused') && <SpeedButton />}
        </div>
      </div>
    </div>
  );
}

interface PlayButtonProps {
  playback: Playback;
  length: string;
  onPress: () => void;
}

function PlayButton({ playback, length, onPress }: PlayButtonProps) {
  const { t } = useLingui();
  const isOn = playback.at === 'playing' || playback.at === 'loading';
  const label = isOn ? t`Pause` : t`Play voice message, ${length}`;
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={playback.at === 'failed' ? t`Try again` : label}
      aria-busy={playback.at === 'loading' || undefined}
      onClick={onPress}
    >
      {playback.at === 'loading' && <Hills />}
      {playback.at === 'playing' && <PauseIcon size={22} weight="fill" />}
      {playback.at === 'failed' && <ArrowCounterClockwiseIcon size={22} weight="bold" />}
      {(playback.at === 'idle' || playback.at === 'paused') && <PlayIcon size={22} weight="fill" />}
    </button>
  );
}

function SpeedButton() {
  const { t } = useLingui();
  const { speed } = useChats();
  const now = useSyncExternalStore(speed.subscribe, speed.get);
  return (
    <button type="button" className={styles.speed} aria-label={t`Speed ${now}×`} onClick={speed.turn}>
      {now}×
    </button>
  );
}

/** Idle unless this track is the current one. */
function usePlayback(player: Player, id: string): Playback {
  return useSyncExternalStore(player.subscribe, () => {
    const playback = player.get();
    return playback.at !== 'idle' && playback.id === id ? playback : IDLE;
  });
}
