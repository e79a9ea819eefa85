import { useId, type ReactNode } from 'react';
import styles from './field.module.css';
import { WarningCircleIcon } from './icons.ts';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** One sentence: what is wrong and what to do. */
  error?: string | undefined;
}

/** Attributes by which the control is named, described and marked as invalid. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldFrameProps extends FieldTexts {
  /** Characters used and allowed, for limited fields. */
  count?: { used: number; most: number };
  children: (control: ControlProps) => ReactNode;
}

/** The frame of every field: label and counter above, hint and error below. */
export function FieldFrame({ label, hint, error, count, children }: FieldFrameProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {count && (
          <span aria-hidden="true">
            {count.used} / {count.most}
          </span>
        )}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <WarningCircleIcon size={16} weight="fill" />
          {error}
        </p>
      )}
    </div>
  );
}
