import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

type SwitchProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'children'> & {
  children: ReactNode;
  /** What it means, in a sentence. */
  hint?: ReactNode;
};

/** On or off, at once. The whole row can be pressed. */
export function Switch({ children, hint, ...input }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        {children}
        {hint && <small>{hint}</small>}
      </span>
      <input {...input} type="checkbox" role="switch" className={styles.switch} />
    </label>
  );
}
