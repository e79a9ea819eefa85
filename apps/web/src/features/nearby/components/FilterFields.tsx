import { useLingui } from '@lingui/react/macro';
import { AGE_RANGES } from '@yonder/contract';
import { spokenLanguages } from '../../../lib/places.ts';
import { Select } from '../../../ui/Field.tsx';
import type { Filters } from '../api/find-nearby.ts';
import styles from './nearby.module.css';

interface FilterFieldsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <div className={styles.filters}>
      <Select
        label={t`Language`}
        value={filters.language ?? ''}
        onChange={({ target }) => onChange({ ...filters, language: target.value || null })}
      >
        <option value="">{t({ message: 'Any', context: 'language' })}</option>
        {spokenLanguages(i18n.locale).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t`Age`}
        value={filters.ageRange ?? ''}
        onChange={({ target }) => {
          onChange({ ...filters, ageRange: AGE_RANGES.find((range) => range === target.value) ?? null });
        }}
      >
        <option value="">{t({ message: 'Any', context: 'age range' })}</option>
        {AGE_RANGES.map((range) => (
          <option key={range}>{range}</option>
        ))}
      </Select>
    </div>
  );
}
