import { Trans } from '@lingui/react/macro';
import type { Attachment, Message } from '@yonder/contract';
import type { ReactNode } from 'react';
import { EyeIcon, ImageBrokenIcon } from '../../../ui/icons.ts';
import { Scene } from '../../../ui/scene/index.ts';
import { useRoomActions } from '../room-actions.ts';
import type { Delivery } from '../timeline.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './one-time-image.module.css';
import { UploadRing } from './UploadRing.tsx';

interface OneTimeImageProps {
  image: Extract<Attachment, { kind: 'one_time_image' }>;
  side: 'me' | 'them';
  delivery: Delivery;
}

/** A sealed scene until the image is opened; afterwards a line of text. */
export function OneTimeImage({ image, side, delivery }: OneTimeImageProps) {
  const words = useSummaryText(image, '');
  if (image.state !== 'sealed') {
    return (
      <p className={styles.gone}>
        <ImageBrokenIcon size={20} />
        {words}
      </p>
    );
  }
  if (!('message' in delivery)) {
    const { unsent, state } = delivery;
    return (
      <Sealed>
        {state === 'sending' && unsent.media?.path === null ? <UploadRing unsent={unsent} /> : <EyeIcon size={20} />}
        <Trans>One-time image</Trans>
      </Sealed>
    );
  }
  return side === 'me' ? <Mine message={delivery.message} /> : <Theirs message={delivery.message} />;
}

function Theirs({ message }: { message: Message }) {
  const { look } = useRoomActions();
  return (
    <button type="button" className={styles.open} onClick={() => look(message)}>
      <Sealed>
        <EyeIcon size={20} />
        <Trans>See it once</Trans>
      </Sealed>
    </button>
  );
}

function Mine({ message }: { message: Message }) {
  const { withdraw } = useRoomActions();
  return (
    <>
      <Sealed>
        <EyeIcon size={20} />
        <Trans>Not opened yet</Trans>
      </Sealed>
      <button type="button" className={styles.withdraw} onClick={() => withdraw(message)}>
        <Trans>Withdraw</Trans>
      </button>
    </>
  );
}

function Sealed({ children }: { children: ReactNode }) {
  return (
    <span className={styles.sealed}>
      <span className={styles.sky}>
        <Scene variant="sealed" />
      </span>
      <span className={styles.label}>{children}</span>
    </span>
  );
}
