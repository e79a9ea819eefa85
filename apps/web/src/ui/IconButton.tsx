import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './icon-button.module.css';

interface IconButtonLook {
  /** The name, read aloud and shown as a tooltip. */
  label: string;
  /** Decorative; the label gives the meaning. */
  children: ReactNode;
  /** filled: on a background of its own, over a picture or in a row. */
  look?: 'plain' | 'filled';
  /** Marks something new; the label must say so, too. */
  dot?: 'shown';
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-label' | 'title'> & IconButtonLook;

/** 44 px; aria-pressed fills it. */
export function IconButton({ label, look = 'plain', dot, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={styles.iconButton} data-look={look} aria-label={label} title={label}>
      {children}
      {dot && <span className={styles.dot} />}
    </button>
  );
}

type IconLinkProps = Omit<ComponentProps<typeof Link>, 'className' | 'style' | 'aria-label' | 'title'> & IconButtonLook;

export function IconLink({ label, look = 'plain', dot, children, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} className={styles.iconButton} data-look={look} aria-label={label} title={label}>
      {children}
      {dot && <span className={styles.dot} />}
    </Link>
  );
}
