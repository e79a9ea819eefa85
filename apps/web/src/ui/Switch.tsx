import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

type SwitchProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'children' | 'checked'> & {
  checked: boolean;
  children: ReactNode;
  /** What it means, in a sentence. */
  hint?: ReactNode;
};

/** On or off, at once. The whole row can be pressed. */
export function Switch({ children, hint, checked, ...input }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        {children}
        {hint && <small>{hint}</small>}
      </span>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={styles.switch}
      />
    </label>
  );
}
