import { Trans, useLingui } from '@lingui/react/macro';
import type { Message } from '@yonder/contract';
import { Button } from '../../../ui/Button.tsx';
import type { Chats } from '../cache.ts';
import { usePicture } from '../use-picture.ts';
import { useZoom } from '../use-zoom.ts';
import { FullScreen } from './FullScreen.tsx';
import styles from './lightbox.module.css';

interface LightboxProps {
  chats: Chats;
  message: Message;
  onClose: () => void;
}

/** The full picture, over the thumbnail that is already there. */
export function Lightbox({ chats, message, onClose }: LightboxProps) {
  const { t } = useLingui();
  const { address, state, onLoad, onError, again } = usePicture(chats, message.id);
  const { zoom, handlers } = useZoom();
  const size = message.attachment?.kind === 'image' ? message.attachment : null;
  return (
    <FullScreen title={t`Photo`} onClose={onClose}>
      {state === 'failed' ? (
        <div className={styles.failed}>
          <p>
            <Trans>This picture did not load.</Trans>
          </p>
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <div className={styles.frame} data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
          <div
            className={styles.picture}
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          >
            {address?.thumbUrl && state !== 'here' && <img src={address.thumbUrl} alt="" draggable={false} />}
            {address && (
              <img
                src={address.url}
                width={size?.width}
                height={size?.height}
                alt={message.content === '' ? t`Photo` : message.content}
                draggable={false}
                onLoad={onLoad}
                onError={onError}
              />
            )}
          </div>
        </div>
      )}
      {message.content !== '' && zoom.scale === 1 && (
        <p className={styles.caption} dir="auto">
          {message.content}
        </p>
      )}
    </FullScreen>
  );
}
