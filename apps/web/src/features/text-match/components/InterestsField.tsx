import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { type KeyboardEvent, useState } from 'react';
import { RemovableChip } from '../../../ui/Chip.tsx';
import { Field } from '../../../ui/Field.tsx';
import { ownInterestsQuery } from '../api/own-interests.ts';
import styles from './mode3.module.css';

interface InterestsFieldProps {
  /** null: what the profile says. */
  value: readonly string[] | null;
  onChange: (interests: readonly string[]) => void;
}

/** Words to begin with: what both name is shown to both. */
export function InterestsField({ value, onChange }: InterestsFieldProps) {
  const { t } = useLingui();
  const own = useQuery(ownInterestsQuery).data ?? [];
  const interests = value ?? own;
  const [written, write] = useState('');

  function add(): void {
    const interest = written.trim();
    write('');
    if (interest === '' || interests.includes(interest) || interests.length >= FIXED.interests) return;
    onChange([...interests, interest]);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== ',')) return;
    if (written.trim() === '' && event.key === 'Enter') return;
    event.preventDefault();
    add();
  }
  return (
    <div className={styles.interests}>
      <Field
        label={t`Interests`}
        hint={t`What you both name is shown to both. Press Enter after each.`}
        value={written}
        maxLength={FIXED.interestLength}
        dir="auto"
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      {interests.length > 0 && (
        <ul className={styles.chips} aria-label={t`Your interests`}>
          {interests.map((interest) => (
            <li key={interest}>
              <RemovableChip name={interest} onRemove={() => onChange(interests.filter((one) => one !== interest))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
