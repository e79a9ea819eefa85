import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { every } from '../../../lib/clock.ts';
import text from '../../../ui/text.module.css';
import { sound } from '../voice.ts';
import styles from './microphone-check.module.css';

const HILLS = 28;
const SAMPLE_MS = 66;
const STILL_SAMPLE_MS = 500;
/** Speech at an ordinary distance passes this; a quiet room does not. */
const HEARD_AT = 0.3;

/** The user's voice as hills, newest first, and in words whether it was heard. */
export function LevelMeter() {
  const { t } = useLingui();
  const hills = useRef<HTMLDivElement>(null);
  const [heard, setHeard] = useState(false);
  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const levels: number[] = Array.from({ length: HILLS }, () => 0);
    return every(calm ? STILL_SAMPLE_MS : SAMPLE_MS, () => {
      const { me } = sound.levels();
      if (me >= HEARD_AT) setHeard(true);
      levels.unshift(calm ? Math.round(me * 2) / 2 : me);
      levels.pop();
      for (const [index, hill] of [...(hills.current?.children ?? [])].entries()) {
        if (hill instanceof HTMLElement) hill.style.setProperty('--level', String(levels[calm ? 0 : index] ?? 0));
      }
    });
  }, []);
  return (
    <div className={styles.level}>
      <div ref={hills} className={styles.hills} aria-hidden="true">
        {Array.from({ length: HILLS }, (_, index) => (
          <i key={index} />
        ))}
      </div>
      <p className={text.label} role="status">
        {heard ? t`You can be heard.` : t`Say something.`}
      </p>
    </div>
  );
}
