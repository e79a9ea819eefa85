import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Horizon, type Levels, type Motion } from './horizon.ts';
import type { Pose } from './looks.ts';
import styles from './scene.module.css';
import { SeededFigure } from './SeededAvatar.tsx';

interface LivingHorizonProps {
  pose: Pose;
  /** Read before every drawn frame, so it takes effect before the next render. */
  motion: () => Motion;
  muted: boolean;
  /** Read on every drawn frame. */
  levels: () => Levels;
  /** The partner's face, once it is known. */
  face?: { photo: string | null; seed: string } | null;
  /** Height in CSS px that text takes at the top. */
  clear?: number;
  /** Drawn over the picture; --sun-x, --sun-y and --sun-r give the sun's position. */
  children?: ReactNode;
}

/** Fills its positioned parent; the parent's bottom edge is the top of the ground. */
export function LivingHorizon({ pose, motion, muted, levels, face = null, clear = 0, children }: LivingHorizonProps) {
  const host = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const horizon = useRef<Horizon>(null);
  const readMotion = useEffectEvent(() => motion());
  const readLevels = useEffectEvent(() => levels());
  const [place, setPlace] = useState<SVGElement | null>(null);
  const { kind, rise } = pose;

  useEffect(() => {
    if (host.current === null || svg.current === null) return;
    horizon.current = new Horizon(host.current, svg.current, {
      motion: () => readMotion(),
      levels: () => readLevels(),
    });
    setPlace(horizon.current.figure);
    return horizon.current.start();
  }, []);
  useEffect(() => horizon.current?.pose({ kind, rise }), [kind, rise]);
  useEffect(() => horizon.current?.clear(clear), [clear]);
  useEffect(() => horizon.current?.mute(muted), [muted]);
  const known = face !== null;
  const photo = face?.photo ?? null;
  useEffect(() => horizon.current?.face(known ? { photo } : null), [known, photo]);

  return (
    <div ref={host} className={styles.scene}>
      <svg ref={svg} aria-hidden="true" focusable="false" />
      {place !== null && face !== null && createPortal(<Figure seed={face.seed} />, place)}
      {children}
    </div>
  );
}

/** Clipped to the sun's disc. */
function Figure({ seed }: { seed: string }) {
  const disc = useId();
  return (
    <>
      <clipPath id={disc}>
        <circle cx="50" cy="50" r="50" />
      </clipPath>
      <g clipPath={`url(#${disc})`}>
        <SeededFigure seed={seed} />
      </g>
    </>
  );
}
