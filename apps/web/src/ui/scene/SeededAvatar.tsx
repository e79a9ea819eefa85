import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import styles from './avatar.module.css';
import { unknownFigure } from './unknown.ts';

interface SeededAvatarProps {
  /** The user id of whom one knows, the same picture everywhere; of a stranger the opaque alias of one call or room. */
  seed: string;
  /** CSS px. */
  size: number;
  /** What it is called aloud; "Unknown person" when nothing is known. */
  name?: string;
}

/** A person's own small horizon. */
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

/** What it shows, in a box of 100 × 100 of somebody else's. */
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
