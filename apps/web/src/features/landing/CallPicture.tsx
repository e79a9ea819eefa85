import { haloPath, type Phases, randomFrom, ridgePath, sunAt } from '../../ui/scene/index.ts';
import styles from './stats.module.css';

export type CallMoment = 'begun' | 'over' | 'deciding' | 'liked';

const WIDTH = 160;
const LINE = 128;
const STEP = 6;
const LOOKS = {
  begun: { r: 30, rise: 0.2, hills: 5 },
  over: { r: 34, rise: 0.5, hills: 9 },
  deciding: { r: 34, rise: 0.5, hills: 7 },
  liked: { r: 28, rise: 1.3, hills: 4 },
} as const satisfies Record<CallMoment, { r: number; rise: number; hills: number }>;

/** The sun's height at that moment of a call; after two likes there are two suns. */
export function CallPicture({ moment }: { moment: CallMoment }) {
  const { r, rise, hills } = LOOKS[moment];
  const sun = sunAt({ x: WIDTH / 2, horizon: LINE, r, rise });
  const random = randomFrom(moment);
  const phases = (): Phases => [random() * 6, random() * 6, random() * 6];
  const halo = (ring: number) => haloPath({ ...sun, r: r * ring }, 0.06, phases());
  const heights = Array.from({ length: WIDTH / STEP + 4 }, (_, i) => {
    const near = 1 - Math.abs((i - 1) * STEP - WIDTH / 2) / (WIDTH / 2);
    return 1 + hills * Math.max(0, near) * random();
  });
  const ground = ridgePath({ width: WIDTH, base: LINE, bottom: LINE + 40, step: STEP, heights });
  return (
    <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${LINE}`} aria-hidden="true" focusable="false">
      <path data-part="outer" d={halo(2.2)} />
      <path data-part="middle" d={halo(1.62)} />
      {moment === 'liked' ? (
        <>
          <circle data-part="sun" cx={sun.cx - r * 0.5} cy={sun.cy} r={r * 0.86} />
          <circle data-part="inner" cx={sun.cx + r * 0.5} cy={sun.cy} r={r * 0.86} />
        </>
      ) : (
        <>
          {moment === 'over' && <path data-part="inner" d={halo(1.3)} />}
          <circle data-part={moment === 'deciding' ? 'inner' : 'sun'} {...sun} />
          {moment === 'deciding' && <path data-part="sun" d={`M${sun.cx} ${sun.cy - r}a${r} ${r} 0 0 0 0 ${2 * r}z`} />}
        </>
      )}
      <path data-part="ground" d={ground} />
    </svg>
  );
}
