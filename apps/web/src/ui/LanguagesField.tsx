import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { languageName, spokenLanguages } from '../lib/places.ts';
import { RemovableChip } from './Chip.tsx';
import { Select } from './Field.tsx';
import styles from './chips-field.module.css';

interface LanguagesFieldProps {
  value: readonly string[];
  error: string | undefined;
  onChange: (languages: readonly string[]) => void;
}

/** A list to add from, and removable chips of the chosen languages. */
export function LanguagesField({ value, error, onChange }: LanguagesFieldProps) {
  const { t, i18n } = useLingui();
  const offered = spokenLanguages(i18n.locale).filter(({ code }) => !value.includes(code));
  return (
    <div className={styles.field}>
      <Select
        label={t`Languages you speak`}
        value=""
        error={error}
        disabled={value.length >= FIXED.languages}
        onChange={(event) => onChange([...value, event.target.value])}
      >
        <option value="" disabled>
          {t`Add a language`}
        </option>
        {offered.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {value.length > 0 && (
        <ul className={styles.chips} aria-label={t`Chosen languages`}>
          {value.map((tag) => (
            <li key={tag}>
              <RemovableChip
                name={languageName(tag, i18n.locale)}
                onRemove={() => onChange(value.filter((one) => one !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      {value.length >= FIXED.languages && (
        <p className={styles.note}>
          <Trans>That is as many as fit.</Trans>
        </p>
      )}
    </div>
  );
}
