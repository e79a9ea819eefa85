import { FIXED } from '@yonder/contract';
import styles from './domes.module.css';

/** One dome for each of the day's comments. */
export function Domes({ left }: { left: number }) {
  return (
    <span className={styles.domes} aria-hidden="true">
      {Array.from({ length: FIXED.commentOpportunities }, (_, i) => (
        <i key={i} data-spent={i < left ? undefined : ''} />
      ))}
    </span>
  );
}
