import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';
import { CheckIcon, WarningCircleIcon } from './icons.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'id'> & {
  children: ReactNode;
  error?: string | undefined;
};

/** A dome to tick; its text may hold links. */
export function Checkbox({ children, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className={styles.row}>
        <span className={styles.box}>
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <CheckIcon size={18} weight="bold" />
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <WarningCircleIcon size={16} weight="fill" />
          {error}
        </p>
      )}
    </div>
  );
}
