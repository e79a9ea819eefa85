import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Message } from '@yonder/contract';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { mediaQuery, renewMedia } from '../api/media-address.ts';
import type { Chats } from '../cache.ts';
import { useZoom } from '../use-zoom.ts';
import { FullScreen } from './FullScreen.tsx';
import styles from './lightbox.module.css';

interface LightboxProps {
  chats: Chats;
  message: Message;
  onClose: () => void;
}

/** The whole of a picture, behind it the small one that is there already. */
export function Lightbox({ chats, message, onClose }: LightboxProps) {
  const { t } = useLingui();
  const { data, isError } = useQuery(mediaQuery(chats, message.id));
  const { zoom, handlers } = useZoom();
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming');
  const size = message.attachment?.kind === 'image' ? message.attachment : null;
  function again(): void {
    setState('coming');
    renewMedia(chats, message.id).catch(() => setState('failed'));
  }
  return (
    <FullScreen title={t`Photo`} onClose={onClose}>
      {isError || state === 'failed' ? (
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
            {data?.thumbUrl && state === 'coming' && <img src={data.thumbUrl} alt="" draggable={false} />}
            {data && (
              <img
                src={data.url}
                width={size?.width}
                height={size?.height}
                alt={message.content === '' ? t`Photo` : message.content}
                draggable={false}
                onLoad={() => setState('here')}
                onError={() => setState('failed')}
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
