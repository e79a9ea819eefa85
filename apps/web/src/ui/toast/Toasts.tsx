import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { isComposing } from '../../lib/composing.ts';
import { ToastItem } from './ToastItem.tsx';
import styles from './toast.module.css';
import { useToasts } from './toasts.ts';

/**
 * The stack at the top centre, newest first. It never takes the focus; F6 moves the focus to the newest. The live
 * region is rendered before any toast, because few screen readers announce a region that arrives with its text.
 */
export function Toasts() {
  const { t } = useLingui();
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const reach = (event: KeyboardEvent) => {
      const newest = region.current?.querySelector<HTMLElement>('[data-toast]');
      if (event.key !== 'F6' || isComposing(event) || !newest) return;
      event.preventDefault();
      newest.focus();
    };
    window.addEventListener('keydown', reach);
    return () => window.removeEventListener('keydown', reach);
  }, []);
  return (
    <section
      ref={region}
      className={styles.stack}
      aria-label={t`Messages`}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
