import { useLingui } from '@lingui/react/macro';
import { languageName, spokenLanguages } from '../../../lib/places.ts';
import { Select } from '../../../ui/Field.tsx';

interface LanguageFieldProps {
  value: string;
  onChange: (language: string) => void;
}

/** The language the user wants to write in this time. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const { t, i18n } = useLingui();
  const offered = spokenLanguages(i18n.locale);
  const isOffered = value === '' || offered.some(({ code }) => code === value);
  return (
    <Select
      label={t`Language`}
      hint={t`People who write it come first. If nobody is free for a while, you may meet anyone.`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {!isOffered && <option value={value}>{languageName(value, i18n.locale)}</option>}
      {offered.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}
