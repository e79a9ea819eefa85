import { useDayName } from '../lib/use-day-name.ts';
import styles from './day-line.module.css';

/** A line with half a sun that begins a new day. */
export function DayLine({ at }: { at: number }) {
  const day = useDayName(at);
  return (
    <div className={styles.day}>
      <span className={styles.sun} aria-hidden="true" />
      <time dateTime={new Date(at).toISOString()}>{day}</time>
    </div>
  );
}
