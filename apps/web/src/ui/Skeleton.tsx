import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Number of rows of hills. */
  lines?: number;
  /** What is loading, read aloud. */
  label: string;
}

/** Low hills in place of text; they breathe instead of shimmering. */
export function Skeleton({ lines = 3, label }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <svg key={line} viewBox="0 0 240 16" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 16V11c8 0 10-7 18-7s9 6 17 6 10-9 18-9 9 8 17 8 9-4 17-4 10 6 18 6 9-9 17-9 9 7 17 7 10-5 18-5 9 6 17 6 9-8 17-8 10 8 18 8 9-5 17-5 8 6 16 6 12-4 17-4v9Z" />
        </svg>
      ))}
    </div>
  );
}
