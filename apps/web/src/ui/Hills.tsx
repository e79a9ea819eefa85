import styles from './hills.module.css';

/** Three hills that rise and fall, for "busy" or "typing". Decorative; the caller adds a text. */
export function Hills() {
  return (
    <span className={styles.hills} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
