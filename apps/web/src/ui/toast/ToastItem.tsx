import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { after } from '../../lib/clock.ts';
import { productName } from '../../lib/product.ts';
import { IconButton } from '../IconButton.tsx';
import { CheckIcon, InfoIcon, WarningIcon, XIcon } from '../icons.ts';
import { PhotoAvatar } from '../scene/index.ts';
import type { QueuedToast, ToastType } from './toast-queue.ts';
import styles from './toast.module.css';
import { dismissToast } from './toasts.ts';
import { useSwipe } from './use-swipe.ts';

const GLYPH = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, error: WarningIcon } satisfies Record<
  ToastType,
  unknown
>;

export function ToastItem({ toast }: { toast: QueuedToast }) {
  const { t } = useLingui();
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const held = isPointedAt || hasFocus;
  const swipe = useSwipe(() => dismissToast(toast.id));
  const { id } = toast;
  // A toast with a new text gets its full duration.
  useEffect(() => {
    const { duration, phase } = toast;
    if (held || duration === 0 || phase === 'closing') return undefined;
    return after(duration, () => dismissToast(toast.id));
  }, [held, toast]);

  return (
    <div
      data-toast=""
      data-phase={toast.phase}
      tabIndex={-1}
      role={toast.type === 'error' ? 'alert' : undefined}
      className={styles.toast}
      style={swipe.style}
      {...swipe.handlers}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <ToastGlyph toast={toast} />
      <ToastWords toast={toast} />
      <IconButton label={t`Close`} onClick={() => dismissToast(id)}>
        <XIcon size={20} />
      </IconButton>
    </div>
  );
}

function ToastGlyph({ toast }: { toast: QueuedToast }) {
  const { avatar, seed, title } = toast;
  if (avatar !== null || seed !== null) {
    return (
      <span aria-hidden="true">
        <PhotoAvatar src={avatar} name={title ?? ''} seed={seed ?? ''} size={42} />
      </span>
    );
  }
  const Glyph = GLYPH[toast.type];
  return (
    <span className={styles.glyph} data-type={toast.type} data-accent={toast.themeAccent ?? undefined}>
      <Glyph size={22} weight="bold" />
    </span>
  );
}

/** A banner has a title: usually a name, else the product's. Other toasts are one sentence. */
function ToastWords({ toast }: { toast: QueuedToast }) {
  const title = toast.title ?? (toast.notificationType === 'message' ? productName() : null);
  const words = (
    <>
      {title !== null && (
        <strong dir="auto" translate="no">
          {title}
        </strong>
      )}
      {title === null ? (
        <span className={styles.sentence}>{toast.message}</span>
      ) : (
        <span className={styles.detail} dir="auto">
          {toast.message}
        </span>
      )}
    </>
  );
  if (toast.onClick === null) return <div className={styles.words}>{words}</div>;
  const open = () => {
    toast.onClick?.();
    dismissToast(toast.id);
  };
  return (
    <button type="button" className={styles.words} onClick={open}>
      {words}
    </button>
  );
}
