import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { monotonic } from '../lib/clock.ts';
import styles from './menu.module.css';

/** A long press ends with the finger lifted outside the menu, which must not close it. */
const LIFT_MS = 600;

interface ContextMenuProps {
  label: string;
  /** The element the menu belongs to, or the pressed point. */
  anchor: Element | { x: number; y: number };
  /** Called when the menu closes without a choice; after a choice, the item closes it. */
  onClose: () => void;
  /** MenuItems, and rows of them. */
  children: ReactNode;
}

/** A menu for one item of a list, open while mounted. The focus returns to the item's element. */
export function ContextMenu({ label, anchor, onClose, children }: ContextMenuProps) {
  const isElement = anchor instanceof Element;
  const [openedAt] = useState(monotonic);
  return (
    <Base.Root
      open
      modal={false}
      onOpenChange={(next, { reason }) => {
        const isLift = reason === 'outside-press' || reason === 'focus-out';
        // The chosen item decides what follows, maybe a dialog.
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
