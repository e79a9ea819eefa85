import styles from './covering-select.module.css';

interface CoveringSelectProps {
  label: string;
  value: string;
  options: readonly { code: string; name: string }[];
  onChange: (code: string) => void;
}

/** The platform's own list, unseen over whatever shows what is chosen: its positioned parent. */
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
