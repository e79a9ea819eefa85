import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

type SwitchBoxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'children' | 'checked'> & {
  checked: boolean;
};

type SwitchProps = SwitchBoxProps & {
  children: ReactNode;
  /** The effect, in a sentence. */
  hint?: ReactNode;
};

/** Takes effect at once. The whole row can be pressed. */
export function Switch({ children, hint, ...box }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        {children}
        {hint && <small>{hint}</small>}
      </span>
      <SwitchBox {...box} />
    </label>
  );
}

/** A switch without a row, for tables; needs an accessible name. */
export function SwitchBox({ checked, ...input }: SwitchBoxProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className={styles.switch}
    />
  );
}
