import { Menu as Base } from '@base-ui/react/menu';
import type { Icon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { DotsThreeVerticalIcon } from './icons.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** Three dots by default. */
  icon?: ReactNode;
  /** Which edge of the menu aligns with the button: the end for a button at the end of its line. */
  align?: 'start' | 'end';
  /** MenuItems. */
  children: ReactNode;
}

/** Rarely used actions, behind three dots. */
export function Menu({ label, icon, align = 'end', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        render={<IconButton label={label}>{icon ?? <DotsThreeVerticalIcon size={26} weight="bold" />}</IconButton>}
      />
      <Base.Portal>
        <Base.Positioner className={styles.place} align={align} sideOffset={4}>
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon: Icon;
  onChoose: () => void;
  children: ReactNode;
}

export function MenuItem({ icon: Glyph, onChoose, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onChoose}>
      <Glyph size={22} />
      {children}
    </Base.Item>
  );
}
