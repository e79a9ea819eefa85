import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { monotonic } from '../lib/clock.ts';
import styles from './menu.module.css';

/** A finger that held something open is lifted outside the menu: that is no wish to close it. */
const LIFT_MS = 600;

interface ContextMenuProps {
  label: string;
  /** What it belongs to, or the point that was pressed. */
  anchor: Element | { x: number; y: number };
  /** Without a choice: choosing closes it, too, and that is the item's to say. */
  onClose: () => void;
  /** MenuItems, and rows of them. */
  children: ReactNode;
}

/** What can be done with one thing of many: open for as long as it is there. The focus comes back to its element. */
export function ContextMenu({ label, anchor, onClose, children }: ContextMenuProps) {
  const isElement = anchor instanceof Element;
  const [openedAt] = useState(monotonic);
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(next, { reason }) => {
        const isLift = reason === 'outside-press' || reason === 'focus-out';
        // What was chosen says what comes next; that may be a dialog.
        if (next || reason === 'item-press' || (isLift && monotonic() - openedAt < LIFT_MS)) return;
        onClose();
      }}
    >
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
