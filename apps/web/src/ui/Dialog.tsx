import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { XIcon } from './icons.ts';
import text from './text.module.css';

interface DialogProps {
  open: boolean;
  /** Called on Escape, the close button and a press outside. */
  onClose: () => void;
  title: string;
  /** no: the title is a person's name. */
  translate?: 'no';
  description?: ReactNode;
  /** A scene above the text, edge to edge. */
  picture?: ReactNode;
  /** stays: a press outside does not close it. */
  outside?: 'closes' | 'stays';
  /** The initial focus. in-field: to write at once; not where the keyboard would cover text to be read. */
  begins?: 'at-top' | 'in-field';
  /** Controls at the foot. */
  children?: ReactNode;
}

const FIELDS = 'input, textarea';

/** A sheet on phones, 460 px wide in the middle from 768. Traps the focus and restores it. */
export function Dialog({
  open,
  onClose,
  title,
  translate,
  description,
  picture,
  outside = 'closes',
  begins = 'at-top',
  children,
}: DialogProps) {
  const { t } = useLingui();
  const popup = useRef<HTMLDivElement>(null);
  const inField = begins === 'in-field' && !matchMedia('(pointer: coarse)').matches;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={outside === 'stays'}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={styles.popup}
            data-dialog=""
            initialFocus={inField ? () => popup.current?.querySelector<HTMLElement>(FIELDS) ?? null : undefined}
          >
            <div className={styles.inside}>
              {picture && <div className={styles.picture}>{picture}</div>}
              <div className={styles.content}>
                <div className={styles.head}>
                  <Base.Title className={text.displayM} translate={translate}>
                    {title}
                  </Base.Title>
                  <Base.Close
                    render={
                      <IconButton label={t`Close`}>
                        <XIcon size={22} />
                      </IconButton>
                    }
                  />
                </div>
                {description && <Base.Description className={styles.description}>{description}</Base.Description>}
                {children}
              </div>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
