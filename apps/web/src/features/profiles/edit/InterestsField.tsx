import { useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { useState } from 'react';
import { RemovableChip } from '../../../ui/Chip.tsx';
import { Field } from '../../../ui/Field.tsx';
import styles from './edit.module.css';

interface InterestsFieldProps {
  value: readonly string[];
  onChange: (interests: readonly string[]) => void;
}

/** Enter or a comma puts what was written among the chips. */
export function InterestsField({ value, onChange }: InterestsFieldProps) {
  const { t } = useLingui();
  const [written, setWritten] = useState('');
  const isFull = value.length >= FIXED.interests;
  function add(words: string): void {
    const known = new Set(value.map((one) => one.toLowerCase()));
    const fresh = words
      .split(/[,،、]/)
      .map((one) => one.trim().slice(0, FIXED.interestLength))
      .filter((one) => one !== '' && !known.has(one.toLowerCase()));
    onChange([...value, ...new Set(fresh)].slice(0, FIXED.interests));
    setWritten('');
  }
  return (
    <div className={styles.chipsField}>
      <Field
        label={t`Ask me about`}
        value={written}
        disabled={isFull}
        maxLength={FIXED.interestLength}
        enterKeyHint="done"
        hint={isFull ? t`That is as many as fit.` : t`Press Enter after each.`}
        onChange={({ target }) => (/[,،、]/.test(target.value) ? add(target.value) : setWritten(target.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(written);
        }}
        onBlur={() => add(written)}
      />
      {value.length > 0 && (
        <ul className={styles.chips} aria-label={t`What people can ask you about`}>
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
