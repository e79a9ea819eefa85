import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonLook, type ButtonLook } from './button-look.ts';
import styles from './button.module.css';
import { Hills } from './Hills.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & ButtonLook & { busy?: boolean };

/** A busy button keeps width and name, shows three hills and ignores presses. */
export function Button({
  look,
  size,
  tone,
  width,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...buttonLook({ look, size, tone, width })}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={styles.content}>{children}</span>
      {busy && (
        <span className={styles.busy}>
          <Hills />
        </span>
      )}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className' | 'style'> & ButtonLook;

export function ButtonLink({ look, size, tone, width, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} {...buttonLook({ look, size, tone, width })}>
      <span className={styles.content}>{children}</span>
    </Link>
  );
}

type ButtonAnchorProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & ButtonLook;

/** For addresses outside the router. */
export function ButtonAnchor({ look, size, tone, width, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} {...buttonLook({ look, size, tone, width })}>
      <span className={styles.content}>{children}</span>
    </a>
  );
}
