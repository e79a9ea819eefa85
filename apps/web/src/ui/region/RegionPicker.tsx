import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../../lib/composing.ts';
import fieldStyles from '../field.module.css';
import { FieldFrame, type FieldTexts } from '../FieldFrame.tsx';
import { CaretDownIcon } from '../icons.ts';
import text from '../text.module.css';
import { usePlaces, useRegionName } from './atlas.ts';
import { findPlaces, type Place } from './places.ts';
import styles from './region-picker.module.css';

interface RegionPickerProps extends FieldTexts {
  /** A region's code; empty: none is chosen. */
  value: string;
  disabled?: boolean;
  /** open: the list is open at once, where choosing is the only task. */
  begins?: 'closed' | 'open';
  onChange: (region: string) => void;
}

/** closed: shows the choice. open: the text searched for, and the result under the arrow keys. */
type Search = { at: 'closed' } | { at: 'open'; wanted: string; active: number };

/** A field to search for a place and choose among the results. */
export function RegionPicker({ value, disabled, begins = 'closed', onChange, ...texts }: RegionPickerProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState<Search>(
    begins === 'open' ? { at: 'open', wanted: '', active: -1 } : { at: 'closed' },
  );
  const { data: places = [], isError, refetch } = usePlaces();
  const chosen = useRegionName(value);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const found = search.at === 'open' ? findPlaces(places, search.wanted) : [];

  function open(wanted: string): void {
    if (isError) void refetch();
    setSearch({ at: 'open', wanted, active: wanted === '' ? -1 : 0 });
  }
  function choose(place: Place): void {
    onChange(place.code);
    setSearch({ at: 'closed' });
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key } = event;
    if (search.at === 'closed') {
      if (key !== 'ArrowDown') return;
      event.preventDefault();
      return open('');
    }
    const step = STEPS[key];
    if (step !== undefined) {
      event.preventDefault();
      const active = Math.max(0, Math.min(found.length - 1, search.active + step));
      setSearch({ ...search, active });
      box.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' });
    } else if (key === 'Enter') {
      event.preventDefault();
      const place = found[search.active];
      if (place) choose(place);
    } else if (key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      event.preventDefault();
      setSearch({ at: 'closed' });
    }
  }

  const active = search.at === 'open' ? found[search.active] : undefined;
  return (
    <FieldFrame {...texts}>
      {(control) => (
        <div ref={box} className={styles.picker}>
          <input
            {...control}
            type="text"
            role="combobox"
            className={fieldStyles.control}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={t`Write a city, region or country`}
            aria-expanded={search.at === 'open'}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && `${id}-${active.code}`}
            value={search.at === 'open' ? search.wanted : chosen}
            onFocus={(event) => event.target.select()}
            onClick={() => search.at === 'closed' && open('')}
            onChange={(event) => open(event.target.value)}
            onKeyDown={(event) => !isComposing(event.nativeEvent) && onKeyDown(event)}
            onBlur={() => setSearch({ at: 'closed' })}
          />
          <CaretDownIcon size={20} />
          {search.at === 'open' && (
            <Found id={id} places={found} active={search.active} chosen={value} onChoose={choose} />
          )}
          <p className={text.unseen} role="status">
            {search.at === 'open' && search.wanted !== '' && (
              <Plural value={found.length} one="# place found" other="# places found" />
            )}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

interface FoundProps {
  id: string;
  places: readonly Place[];
  active: number;
  chosen: string;
  onChoose: (place: Place) => void;
}

function Found({ id, places, active, chosen, onChoose }: FoundProps) {
  const { t } = useLingui();
  // At the foot of a page, the list would open out of sight.
  useEffect(() => {
    document.getElementById(`${id}-list`)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  // A press must not take the focus out of the field: its blur would close the list before the click.
  const keepFocus = (event: { preventDefault(): void }): void => event.preventDefault();
  if (places.length === 0) {
    return (
      <p id={`${id}-list`} className={styles.list}>
        <Trans>No such place. Its English name may help.</Trans>
      </p>
    );
  }
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t`Places`}
      className={styles.list}
      onMouseDown={keepFocus}
      tabIndex={-1}
    >
      {places.map((place, i) => (
        <button
          type="button"
          tabIndex={-1}
          key={place.code}
          id={`${id}-${place.code}`}
          role="option"
          aria-selected={place.code === chosen}
          data-active={i === active ? '' : undefined}
          onClick={() => onChoose(place)}
        >
          <span dir="auto">{place.name}</span>
          {place.within !== null && <small>{place.within}</small>}
        </button>
      ))}
    </div>
  );
}
