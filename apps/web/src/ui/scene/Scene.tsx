import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import styles from './scene.module.css';
import { sceneIn, type SceneVariant } from './scenes.ts';
import { useBox } from './use-box.ts';

interface SceneProps {
  variant: SceneVariant;
  /** Drawn over the picture; --sun-x (from the start of the line), --sun-y and --sun-r give the sun's position. */
  children?: ReactNode;
}

/** A still horizon that fills its positioned parent. */
export function Scene({ variant, children }: SceneProps) {
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host);
  const picture = useMemo(() => (box === null || box.width === 0 ? null : sceneIn(box, variant)), [box, variant]);
  const sun = picture?.sun;
  const place: CSSProperties & Record<`--${string}`, string> =
    sun === undefined ? {} : { '--sun-x': `${sun.cx}px`, '--sun-y': `${sun.cy}px`, '--sun-r': `${sun.r}px` };

  return (
    <div ref={host} className={styles.scene} style={place}>
      {box !== null && picture !== null && (
        <svg viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true" focusable="false" data-turns="">
          <rect data-part="sky" width={box.width} height={box.height} />
          <path data-part="stars" d={picture.stars} />
          <path data-part="halo-outer" d={picture.halos[0]} />
          <path data-part="halo-middle" d={picture.halos[1]} />
          <path data-part="halo-inner" d={picture.halos[2]} />
          <circle data-part="sun" {...picture.sun} />
          {picture.far !== null && <path data-part="far" d={picture.far} />}
          <path data-part="near" d={picture.near} />
        </svg>
      )}
      {children}
    </div>
  );
}
