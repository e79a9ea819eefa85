import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useColorTheme } from '../../../state/color-theme.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { XIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import styles from './full-screen.module.css';

interface FullScreenProps {
  title: string;
  onClose: () => void;
  /** Shown beside the close button. */
  corner?: ReactNode;
  children: ReactNode;
}

/** A picture alone on the screen, always dark. Escape and the cross close it. */
export function FullScreen({ title, onClose, corner, children }: FullScreenProps) {
  const { t } = useLingui();
  const theme = useColorTheme();
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Popup className={styles.screen} data-theme={theme} data-appearance="dark">
          <Base.Title className={text.unseen}>{title}</Base.Title>
          <div className={styles.head}>
            {corner}
            <Base.Close
              render={
                <IconButton label={t`Close`} look="filled">
                  <XIcon size={22} />
                </IconButton>
              }
            />
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
