import type { Icon } from '@phosphor-icons/react';
import { useId, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import { Button } from './Button.tsx';
import styles from './offer.module.css';

interface OfferProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  /** Name and effect of the primary button. */
  action: { name: string; run: () => void };
  onDismiss: () => void;
}

/** An optional offer: takes no focus and can be dismissed. */
export function Offer({ icon: Glyph, title, children, action, onDismiss }: OfferProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <aside className={styles.offer} aria-labelledby={id}>
      <span className={styles.glyph}>
        <Glyph size={26} weight="fill" />
      </span>
      <div className={styles.words} role="status">
        <strong id={id}>{title}</strong>
        <p>{children}</p>
      </div>
      <div className={styles.answers}>
        <Button size="sm" look="quiet" onClick={onDismiss}>
          {t`Not now`}
        </Button>
        <Button size="sm" look="go" onClick={action.run}>
          {action.name}
        </Button>
      </div>
    </aside>
  );
}
