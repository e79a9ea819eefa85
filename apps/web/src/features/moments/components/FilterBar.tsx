import { Trans, useLingui } from '@lingui/react/macro';
import { AGE_RANGES } from '@yonder/contract';
import { Link } from 'react-router';
import { languageName, spokenLanguages } from '../../../lib/places.ts';
import { useAppState } from '../../../state/store.ts';
import { CoveringSelect } from '../../../ui/CoveringSelect.tsx';
import { CaretDownIcon, MapPinIcon } from '../../../ui/icons.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import type { Filters } from '../api/queries.ts';
import styles from './filter-bar.module.css';
import { RegionButton } from './RegionButton.tsx';

interface FilterBarProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

/** Filters by region, age and language, and the link to the user's own moments. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t, i18n } = useLingui();
  const user = useAppState((state) => state.user);
  const region = filters.region ?? user?.region ?? '';
  const ages = [{ code: '', name: t`Every age` }, ...AGE_RANGES.map((code) => ({ code, name: code }))];
  return (
    <div className={styles.bar}>
      <RegionChip region={region} onChange={(code) => onChange({ region: code === user?.region ? null : code })} />
      <ChipSelect
        label={t`Age`}
        value={filters.ageRange ?? ''}
        options={ages}
        onChange={(code) => onChange({ ageRange: AGE_RANGES.find((one) => one === code) ?? null })}
      />
      <ChipSelect
        label={t`Language`}
        value={filters.language ?? ''}
        options={[
          { code: '', name: t`Every language` },
          ...languageChoices({ first: user?.languages ?? [], chosen: filters.language, locale: i18n.locale }),
        ]}
        onChange={(code) => onChange({ language: code === '' ? null : code })}
      />
      <Link to="/mode1?show=yours" className={styles.chip}>
        <Trans>Yours</Trans>
      </Link>
    </div>
  );
}

interface Choices {
  /** The user's languages. */
  first: readonly string[];
  chosen: string | null;
  locale: string;
}

/** Puts the user's languages first. */
export function languageChoices({ first, chosen, locale }: Choices): { code: string; name: string }[] {
  const front = [...new Set(chosen === null ? first : [...first, chosen])];
  return [
    ...front.map((code) => ({ code, name: languageName(code, locale) })),
    ...spokenLanguages(locale).filter(({ code }) => !front.includes(code)),
  ];
}

function RegionChip({ region, onChange }: { region: string; onChange: (region: string) => void }) {
  const { t } = useLingui();
  const name = useRegionName(region);
  return (
    <RegionButton
      region={region}
      className={styles.chip}
      data-on=""
      aria-label={name === '' ? t`Region` : t`Region: ${name}`}
      onChange={onChange}
    >
      <MapPinIcon size={18} weight="fill" />
      <bdi className={styles.name}>{name === '' ? t`Region` : name}</bdi>
    </RegionButton>
  );
}

interface ChipSelectProps {
  label: string;
  value: string;
  options: readonly { code: string; name: string }[];
  onChange: (code: string) => void;
}

/** A select as wide as its chosen option. */
function ChipSelect({ label, value, options, onChange }: ChipSelectProps) {
  const chosen = value === '' ? label : (options.find(({ code }) => code === value)?.name ?? value);
  return (
    <span className={styles.chip} data-on={value === '' ? undefined : ''}>
      <span aria-hidden="true" className={styles.name}>
        {chosen}
      </span>
      <CaretDownIcon size={14} weight="bold" />
      <CoveringSelect label={label} value={value} options={options} onChange={onChange} />
    </span>
  );
}
