import { Trans, useLingui } from '@lingui/react/macro';
import { type Attachment, FIXED, type Message } from '@yonder/contract';
import type { CSSProperties } from 'react';
import { ImageBrokenIcon } from '../../../ui/icons.ts';
import { useRoomActions } from '../room-actions.ts';
import type { Delivery } from '../timeline.ts';
import type { Unsent } from '../unsent.ts';
import { useChats } from '../use-chats.ts';
import { usePicture } from '../use-picture.ts';
import { FileImage } from './FileImage.tsx';
import styles from './image.module.css';
import { UploadRing } from './UploadRing.tsx';

type ImageData = Extract<Attachment, { kind: 'image' }>;

interface ImageProps {
  image: ImageData;
  delivery: Delivery;
}

/** Reserves the final size, so that nothing moves when the picture loads. */
export function Image({ image, delivery }: ImageProps) {
  const { narrowest, widest } = FIXED.imageRatio;
  const ratio = Math.min(widest, Math.max(narrowest, image.width / image.height || 1));
  const place: CSSProperties & Record<'--ratio', number> = { '--ratio': ratio };
  return (
    <div className={styles.image} style={place}>
      {image.placeholder.startsWith('data:image/') && (
        <img className={styles.placeholder} src={image.placeholder} alt="" draggable={false} />
      )}
      {'message' in delivery ? <Stored message={delivery.message} /> : <OnItsWay unsent={delivery.unsent} />}
    </div>
  );
}

function OnItsWay({ unsent }: { unsent: Unsent }) {
  const { t } = useLingui();
  return (
    <>
      {unsent.media && <FileImage className={styles.picture} file={unsent.media.file} alt={t`Photo`} />}
      {unsent.state === 'sending' && unsent.media?.path === null && (
        <span className={styles.ring}>
          <UploadRing unsent={unsent} />
        </span>
      )}
    </>
  );
}

function Stored({ message }: { message: Message }) {
  const { t } = useLingui();
  const chats = useChats();
  const { look } = useRoomActions();
  const { address, state, onLoad, onError, again } = usePicture(chats, message.id);
  if (state === 'failed') {
    return (
      <button type="button" className={styles.failed} onClick={again}>
        <ImageBrokenIcon size={28} />
        <Trans>This picture did not load. Tap to try again.</Trans>
      </button>
    );
  }
  return (
    <button type="button" className={styles.open} aria-label={t`Open photo`} onClick={() => look(message)}>
      {address && (
        <img
          className={styles.picture}
          data-state={state}
          src={address.thumbUrl ?? address.url}
          alt={t`Photo`}
          decoding="async"
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </button>
  );
}
