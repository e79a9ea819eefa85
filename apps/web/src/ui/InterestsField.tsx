import { useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText } from '@yonder/contract';
import { useState } from 'react';
import { isComposing } from '../lib/composing.ts';
import { RemovableChip } from './Chip.tsx';
import styles from './chips-field.module.css';
import { Field } from './Field.tsx';

interface InterestsFieldProps {
  label: string;
  hint: string;
  /** Accessible name of the list of chips. */
  chips: string;
  value: readonly string[];
  onChange: (interests: readonly string[]) => void;
}

const COMMA = /[,،、]/;

/** Enter or a comma turns the text into chips. */
export function InterestsField({ label, hint, chips, value, onChange }: InterestsFieldProps) {
  const { t } = useLingui();
  const [written, setWritten] = useState('');
  const isFull = value.length >= FIXED.interests;
  function add(words: string): void {
    onChange(withInterests(value, words));
    setWritten('');
  }
  return (
    <div className={styles.field}>
      <Field
        label={label}
        value={written}
        disabled={isFull}
        maxLength={FIXED.interestLength}
        enterKeyHint="done"
        autoComplete="off"
        dir="auto"
        hint={isFull ? t`That is as many as fit.` : hint}
        onChange={({ target }) => (COMMA.test(target.value) ? add(target.value) : setWritten(target.value))}
        onKeyDown={(event) => {
          // Enter in an empty field submits the form.
          const isOurs = event.key === 'Enter' && !isComposing(event.nativeEvent);
          if (!isOurs || toVisibleText(written, 'line') === '') return;
          event.preventDefault();
          add(written);
        }}
        onBlur={() => written !== '' && add(written)}
      />
      {value.length > 0 && (
        <ul className={styles.chips} aria-label={chips}>
          {value.map((interest) => (
            <li key={interest}>
              <RemovableChip name={interest} onRemove={() => onChange(value.filter((one) => one !== interest))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Adds the new interests in the text, up to the limit. */
function withInterests(value: readonly string[], words: string): readonly string[] {
  const known = new Set(value.map((one) => one.toLowerCase()));
  const fresh = words
    .split(COMMA)
    .map((one) => toVisibleText(one, 'line').slice(0, FIXED.interestLength))
    .filter((one) => one !== '' && !known.has(one.toLowerCase()));
  return [...value, ...new Set(fresh)].slice(0, FIXED.interests);
}
