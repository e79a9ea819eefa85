import styles from './hills.module.css';

/** Three hills that rise and fall: somebody is busy, or typing. Decorative; whoever uses it says so in words. */
export function Hills() {
  return (
    <span className={styles.hills} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
