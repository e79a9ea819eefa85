import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useRef } from 'react';
import { isComposing } from '../lib/composing.ts';
import { useShortcut } from '../state/shortcuts.ts';
import { IconButton } from './IconButton.tsx';
import { MagnifyingGlassIcon, XIcon } from './icons.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** What is searched, and by what. */
  label: string;
  value: string;
  onChange: (wanted: string) => void;
  /** The down arrow leads to the results. */
  onDown: () => void;
}

/** Searches while typing. Escape and the cross clear it. */
export function SearchField({ label, value, onChange, onDown }: SearchFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  function clear(): void {
    onChange('');
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const isClearing = event.key === 'Escape' && value !== '';
    if (!isClearing && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (isClearing) clear();
    else onDown();
  }
  return (
    <search className={styles.search}>
      <MagnifyingGlassIcon size={20} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={useShortcut('/')}
        placeholder={label}
        value={value}
        dir={value === '' ? undefined : 'auto'}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <IconButton label={t`Clear search`} onClick={clear}>
          <XIcon size={18} />
        </IconButton>
      )}
    </search>
  );
}
