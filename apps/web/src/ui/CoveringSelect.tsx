import styles from './covering-select.module.css';

interface CoveringSelectProps {
  label: string;
  value: string;
  options: readonly { code: string; name: string }[];
  onChange: (code: string) => void;
}

/** A native select, invisible over its positioned parent, which shows the choice. */
export function CoveringSelect({ label, value, options, onChange }: CoveringSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
