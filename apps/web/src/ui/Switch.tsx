import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  icon?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A row of settings that is on or off; the whole row can be pressed. */
export function Switch({ label, hint, icon, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      {icon}
      <label htmlFor={id} className={styles.texts}>
        {label}
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      >
        <i />
      </button>
    </div>
  );
}
