import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

type SwitchBoxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'children' | 'checked'> & {
  checked: boolean;
};

type SwitchProps = SwitchBoxProps & {
  children: ReactNode;
  /** What it means, in a sentence. */
  hint?: ReactNode;
};

/** On or off, at once. The whole row can be pressed. */
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

/** Where a table says what it is for; it needs a name of its own. */
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
