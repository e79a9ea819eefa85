import { BANDS, type Neighbour } from '@yonder/contract';
import { useLingui } from '@lingui/react/macro';
import { useMemo, useRef } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import { useAppState } from '../../../state/store.ts';
import { haloPath, ridgeLength, ridgePath, speechLike, type Box, type Phases } from '../../../ui/scene/geometry.ts';
import scene from '../../../ui/scene/scene.module.css';
import { PhotoAvatar, useBox } from '../../../ui/scene/index.ts';
import { randomFrom } from '../../../ui/scene/random.ts';
import { placed, ringsIn, type Rings } from '../rings.ts';
import styles from './ring-scene.module.css';

const WOBBLE = 0.018;
const HILL = 22;

interface RingSceneProps {
  users: readonly Neighbour[];
  /** Height in CSS px that the title takes at the top; null until it is known. */
  head: number | null;
  onPick: (neighbour: Neighbour) => void;
}

/** The distance bands as rings around the user. Decorative: the list holds the same information. */
export function RingScene({ users, head, onPick }: RingSceneProps) {
  const shownName = useShownName();
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host);
  const rings = useMemo(
    () => (box === null || box.width === 0 || head === null ? null : ringsIn(box, head)),
    [box, head],
  );
  return (
    <div ref={host} className={`${scene.scene} ${styles.rings}`} aria-hidden="true" dir="ltr">
      {box && rings && (
        <>
          <Sky box={box} rings={rings} />
          {BANDS.map((band, i) => (
            <KmMark key={band} km={band} x={rings.x} y={rings.ground - rings.radii[i]!} />
          ))}
          {placed(users, { rings, width: box.width }).map(({ neighbour, at: [x, y] }) => (
            <button
              key={neighbour.userId}
              type="button"
              className={styles.face}
              style={{ left: x, top: y }}
              tabIndex={-1}
              title={shownName(neighbour.name)}
              onClick={() => onPick(neighbour)}
            >
              <PhotoAvatar src={neighbour.thumb} name={neighbour.name} seed={neighbour.userId} size={rings.face} />
            </button>
          ))}
          <You rings={rings} />
        </>
      )}
    </div>
  );
}

function Sky({ box, rings }: { box: Box; rings: Rings }) {
  const { ground } = rings;
  const picture = useMemo(() => {
    const random = randomFrom('nearby');
    const phases = (): Phases => [random() * 6, random() * 6, random() * 6];
    const halo = (r: number) => haloPath({ cx: rings.x, cy: ground, r }, WOBBLE, phases());
    const levels = speechLike(ridgeLength(box.width, 11), 'nearby').map((level) => 1 + level * HILL * 0.3);
    const ridge = { width: box.width, base: ground + 4, bottom: box.height + 4, step: 11, heights: levels };
    return { halos: rings.radii.map(halo).toReversed(), ridge: ridgePath(ridge) };
  }, [box, rings, ground]);
  return (
    <svg viewBox={`0 0 ${box.width} ${box.height}`} focusable="false">
      <rect data-part="sky" width={box.width} height={box.height} />
      {picture.halos.map((path, i) => (
        <path key={path} data-ring={BANDS.length - i} d={path} />
      ))}
      <circle data-part="sun" cx={rings.x} cy={ground} r={rings.sun} />
      <path data-part="near" d={picture.ridge} />
    </svg>
  );
}

function KmMark({ km, x, y }: { km: number; x: number; y: number }) {
  const { t } = useLingui();
  return (
    <span className={styles.km} style={{ left: x, top: y }}>
      {t`${km} km`}
    </span>
  );
}

function You({ rings: { x, ground, sun } }: { rings: Rings }) {
  const user = useAppState((state) => state.user);
  const size = Math.round(sun * 1.05);
  return (
    <span className={styles.face} data-whose="own" style={{ left: x, top: ground - size * 0.55 }}>
      <PhotoAvatar
        src={user?.profile.thumbs[0] ?? null}
        name={user?.profile.name ?? ''}
        seed={user?.id ?? ''}
        size={size}
      />
    </span>
  );
}
