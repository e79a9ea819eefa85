import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Horizon, type Levels, type Motion } from './horizon.ts';
import type { Pose } from './looks.ts';
import styles from './scene.module.css';

interface LivingHorizonProps {
  pose: Pose;
  /** Read before every drawn frame: it holds before the screen has followed. */
  motion: () => Motion;
  muted: boolean;
  /** Read on every drawn frame. */
  levels: () => Levels;
  photo?: string | null;
  /** CSS px at the top that words stand on. */
  clear?: number;
  /** Stands over the picture; --sun-x, --sun-y and --sun-r say where the sun is. */
  children?: ReactNode;
}

/** Fills its positioned parent; the parent's bottom edge is the top of the ground. */
export function LivingHorizon({ pose, motion, muted, levels, photo = null, clear = 0, children }: LivingHorizonProps) {
  const host = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const horizon = useRef<Horizon>(null);
  const readMotion = useEffectEvent(() => motion());
  const readLevels = useEffectEvent(() => levels());
  const { kind, rise } = pose;

  useEffect(() => {
    if (host.current === null || svg.current === null) return;
    horizon.current = new Horizon(host.current, svg.current, {
      motion: () => readMotion(),
      levels: () => readLevels(),
    });
    return horizon.current.start();
  }, []);
  useEffect(() => horizon.current?.pose({ kind, rise }), [kind, rise]);
  useEffect(() => horizon.current?.clear(clear), [clear]);
  useEffect(() => horizon.current?.mute(muted), [muted]);
  useEffect(() => horizon.current?.photo(photo), [photo]);

  return (
    <div ref={host} className={styles.scene}>
      <svg ref={svg} aria-hidden="true" focusable="false" />
      {children}
    </div>
  );
}
