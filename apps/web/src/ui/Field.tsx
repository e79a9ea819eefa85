import type { ComponentProps } from 'react';
import styles from './field.module.css';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';
import { CaretDownIcon } from './icons.ts';

type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'value'> &
  FieldTexts & { value: string; counted?: 'yes' };

/** One line of text. counted: shows how much of maxLength is used. */
export function Field({ label, hint, error, counted, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} count={countOf(counted, input)}>
      {(control) => <input {...input} {...control} className={styles.control} />}
    </FieldFrame>
  );
}

type TextareaProps = Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'value'> &
  FieldTexts & { value: string; counted?: 'yes' };

/** Several lines; grows with its text. */
export function Textarea({ label, hint, error, counted, rows = 3, ...textarea }: TextareaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} count={countOf(counted, textarea)}>
      {(control) => <textarea {...textarea} {...control} rows={rows} className={styles.control} />}
    </FieldFrame>
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'id'> & FieldTexts;

/** A native select, which works better with devices, keyboards and screen readers than a drawn one. */
export function Select({ label, hint, error, children, ...select }: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.select}>
          <select {...select} {...control} className={styles.control}>
            {children}
          </select>
          <CaretDownIcon size={20} />
        </div>
      )}
    </FieldFrame>
  );
}

function countOf(counted: 'yes' | undefined, { value, maxLength }: { value: string; maxLength?: number | undefined }) {
  return counted === undefined || maxLength === undefined ? undefined : { used: value.length, most: maxLength };
}
