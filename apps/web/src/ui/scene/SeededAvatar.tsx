import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import styles from './avatar.module.css';
import { unknownFigure } from './unknown.ts';

interface SeededAvatarProps {
  /** The id of a known user, so the picture is the same everywhere; for a stranger the alias of one call or room. */
  seed: string;
  /** CSS px. */
  size: number;
  /** The accessible name; "Unknown person" by default. */
  name?: string;
}

/** A user's own small horizon. */
export function SeededAvatar({ seed, size, name }: SeededAvatarProps) {
  const { t } = useLingui();
  return (
    <svg
      className={styles.avatar}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      role="img"
      aria-label={name ?? t`Unknown person`}
    >
      <SeededFigure seed={seed} />
    </svg>
  );
}

/** The figure without its frame, for a box of 100 × 100. */
export function SeededFigure({ seed }: Pick<SeededAvatarProps, 'seed'>) {
  const figure = useMemo(() => unknownFigure(seed), [seed]);
  return (
    <>
      <rect width="100" height="100" fill={`var(--sky-${figure.sky})`} />
      <g transform={`rotate(${figure.tilt} 50 60)`}>
        <path d={figure.halo} fill={`var(--sky-${figure.ring})`} />
        <circle {...figure.sun} fill="var(--sun)" />
        <path d={figure.hills} transform="translate(-40 0)" fill="var(--ridge-far)" />
        <rect x="-50" y={figure.ground} width="200" height="120" fill="var(--surface-3)" />
      </g>
    </>
  );
}
