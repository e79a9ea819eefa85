import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { ridgePath } from '../../../ui/scene/index.ts';
import { peaks } from '../media/waveform.ts';
import styles from './voice-ridge.module.css';

const WIDTH = 190;
const HEIGHT = 34;
const HILLS = 36;
const STEP = WIDTH / (2 * (HILLS - 1));
/** Silence draws a low line, too. */
const LOWEST = 0.1;

interface VoiceRidgeProps {
  waveform: readonly number[];
  seconds: number;
  position: number;
  /** The position as text, for screen readers. */
  text: string;
  onSeek: (seconds: number) => void;
}

/** The waveform as a line of hills that fills during playback; a press seeks. */
export function VoiceRidge({ waveform, seconds, position, text, onSeek }: VoiceRidgeProps) {
  const { t } = useLingui();
  const path = useMemo(() => pathOf(waveform), [waveform]);
  const played = seconds === 0 ? 0 : Math.min(1, position / seconds);
  const place: CSSProperties & Record<'--played', number> = { '--played': played };
  const hills = (
    <svg
      viewBox={`${-STEP} 0 ${WIDTH + 2 * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );

  function seekTo({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    onSeek((isRightToLeft(currentTarget) ? 1 - share : share) * seconds);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const to = seekOf(event.key, { position, seconds, isReversed: isRightToLeft(event.currentTarget) });
    if (to === null) return;
    event.preventDefault();
    onSeek(to);
  }
  return (
    <div
      className={styles.ridge}
      role="slider"
      tabIndex={0}
      aria-label={t`Position`}
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={Math.floor(position)}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // Keeps the bubble's hold and swipe gestures from starting here.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      {hills}
      <span className={styles.played} style={place}>
        {hills}
      </span>
    </div>
  );
}

interface Place {
  position: number;
  seconds: number;
  isReversed: boolean;
}

function seekOf(key: string, { position, seconds, isReversed }: Place): number | null {
  const stride = seconds > 20 ? 5 : 1;
  switch (key) {
    case 'ArrowUp':
    case isReversed ? 'ArrowLeft' : 'ArrowRight':
      return Math.min(seconds, position + stride);
    case 'ArrowDown':
    case isReversed ? 'ArrowRight' : 'ArrowLeft':
      return Math.max(0, position - stride);
    case 'Home':
      return 0;
    case 'End':
      return seconds;
    default:
      return null;
  }
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** Puts a valley between any two hills, and at both ends. */
function pathOf(waveform: readonly number[]): string {
  const heights = peaks(waveform, HILLS).flatMap((bar) => [0, Math.max(LOWEST, bar / 100) * HEIGHT]);
  return ridgePath({ width: WIDTH, base: HEIGHT, bottom: HEIGHT, step: STEP, heights: valleysFilled(heights) });
}

function valleysFilled(heights: number[]): number[] {
  const all = [...heights, 0];
  return all.map((height, index) => {
    if (index % 2 === 1) return height;
    return Math.max(all[index - 1] ?? 0, all[index + 1] ?? 0) * 0.9;
  });
}
