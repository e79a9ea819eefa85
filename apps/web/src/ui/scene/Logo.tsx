import text from '../text.module.css';
import styles from './logo.module.css';

interface LogoProps {
  /** The product's name, from the configuration. */
  name: string;
}

/** The product's name with its first o drawn as a sun cut by the line; a name without an o stands beside the mark. */
export function Logo({ name }: LogoProps) {
  const at = name.toLowerCase().indexOf('o');
  return (
    <span className={styles.word} translate="no">
      <span className={text.unseen}>{name}</span>
      <span aria-hidden="true" className={styles.drawn}>
        {at < 0 ? <Mark size={22} /> : <span>{name.slice(0, at)}</span>}
        {at >= 0 && (
          <svg className={styles.sun} viewBox="0 0 40 40" focusable="false">
            <path d="M2 24.2a18 18 0 1 1 36 0Z" fill="var(--word-sun, var(--sky-4))" />
            <path d="M4.3 29.2h31.4a18 18 0 0 1-31.4 0Z" fill="currentColor" />
          </svg>
        )}
        <span>{at < 0 ? ` ${name}` : name.slice(at + 1)}</span>
      </span>
    </span>
  );
}

/** The mark alone: a sun on its line. Decorative; the caller gives the name. */
export function Mark({ size }: { size: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M5 19a11 11 0 0 1 22 0Z" fill="currentColor" />
      <path d="M1.5 23.5h29" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path d="M9 28.5h14" stroke="currentColor" strokeWidth="3" strokeLinecap="round" opacity=".55" />
    </svg>
  );
}
