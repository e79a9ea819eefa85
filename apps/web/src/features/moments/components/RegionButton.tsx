import { useLingui } from '@lingui/react/macro';
import { useState, type ComponentProps } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RegionPicker } from '../../../ui/region/RegionPicker.tsx';
import styles from './region-button.module.css';

interface RegionButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onChange' | 'onClick'> {
  region: string;
  onChange: (region: string) => void;
}

/** Asks for a region in a dialog; the caller styles the button. */
export function RegionButton({ region, onChange, ...button }: RegionButtonProps) {
  const { t } = useLingui();
  const [state, setState] = useState<'closed' | 'open'>('closed');
  return (
    <>
      <button {...button} type="button" onClick={() => setState('open')} />
      <Dialog open={state === 'open'} onClose={() => setState('closed')} title={t`Which region?`} begins="in-field">
        <div className={styles.picker}>
          <RegionPicker
            label={t`Region`}
            value={region}
            begins="open"
            onChange={(code) => {
              setState('closed');
              onChange(code);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}
