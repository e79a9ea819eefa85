import styles from './rows-skeleton.module.css';

interface RowsSkeletonProps {
  /** What is loading, read aloud. */
  label: string;
  rows?: number;
}

/** The shape of a list of people while it loads. */
export function RowsSkeleton({ label, rows = 6 }: RowsSkeletonProps) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.avatar} />
          <span className={styles.name} />
          <span className={styles.preview} />
        </div>
      ))}
    </div>
  );
}
