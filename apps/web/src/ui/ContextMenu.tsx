import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import styles from './menu.module.css';

interface ContextMenuProps {
  label: string;
  /** What it belongs to, or the point that was pressed. */
  anchor: Element | { x: number; y: number };
  onClose: () => void;
  /** MenuItems, and rows of them. */
  children: ReactNode;
}

/** What can be done with one thing of many: open for as long as it is there. The focus comes back to its element. */
export function ContextMenu({ label, anchor, onClose, children }: ContextMenuProps) {
  const isElement = anchor instanceof Element;
  return (
    <Base.Root open modal={false} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={styles.place}
          anchor={isElement ? anchor : () => ({ getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) })}
          align="start"
          sideOffset={4}
          collisionPadding={12}
        >
          <Base.Popup
            className={styles.menu}
            aria-label={label}
            finalFocus={() => (isElement && anchor instanceof HTMLElement ? anchor : false)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
