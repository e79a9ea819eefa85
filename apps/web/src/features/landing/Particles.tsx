import { type CSSProperties, useEffect, useState } from 'react';
import { randomFrom } from '../../ui/scene/index.ts';
import styles from './particles.module.css';
import { whenIdle } from '../../lib/when-idle.ts';

const NARROW = '(max-width: 480px)';
const COLOURS = ['sun', 'sky-4', 'sky-3'] as const;

/** Half suns that fall behind the words once the page is idle; none with reduced motion. */
export function Particles() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    return whenIdle(() => setCount(window.matchMedia(NARROW).matches ? 16 : 30));
  }, []);
  if (count === 0) return null;
  return (
    <div className={styles.particles} aria-hidden="true">
      {flakes(count).map(({ id, colour, style }) => (
        <i key={id} data-colour={colour} style={style} />
      ))}
    </div>
  );
}

interface Flake {
  id: number;
  colour: (typeof COLOURS)[number];
  style: CSSProperties & Record<`--${string}`, string>;
}

/** Each falls for 9 to 16 s and starts somewhere along the way, so that the sky is full from the start. */
function flakes(count: number): Flake[] {
  const random = randomFrom('particles');
  return Array.from({ length: count }, (_, id) => {
    const seconds = 9 + 7 * random();
    const style = {
      '--x': `${(100 * random()).toFixed(1)}%`,
      '--size': `${(8 + 9 * random()).toFixed(1)}px`,
      '--drift': `${(120 * (random() - 0.5)).toFixed(0)}px`,
      '--turn': `${(720 * (random() - 0.5)).toFixed(0)}deg`,
      '--fall': `${seconds.toFixed(2)}s`,
      '--since': `${(-seconds * random()).toFixed(2)}s`,
    };
    return { id, colour: COLOURS[id % COLOURS.length] ?? 'sun', style };
  });
}
