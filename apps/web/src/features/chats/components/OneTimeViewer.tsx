import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, type Message } from '@yonder/contract';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { every, now } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FlagIcon } from '../../../ui/icons.ts';
import { Scene } from '../../../ui/scene/index.ts';
import { type OpenedImage, isPassing } from '../api/one-time-image.ts';
import { FileImage } from '../attachments/FileImage.tsx';
import type { Chats } from '../cache.ts';
import { useOneTimeImage } from '../use-one-time-image.ts';
import { useZoom } from '../use-zoom.ts';
import { FullScreen } from './FullScreen.tsx';
import styles from './one-time-viewer.module.css';
import { SealedNote } from './SealedNote.tsx';

interface OneTimeViewerProps {
  chats: Chats;
  message: Message;
  name: string;
  onReport: () => void;
  onClose: () => void;
}

/** Asks, opens, shows the image for a minute at most, and closes. */
export function OneTimeViewer({ chats, message, name, onReport, onClose }: OneTimeViewerProps) {
  const { t } = useLingui();
  const { viewing, open } = useOneTimeImage(chats, message.id);
  const isOver = viewing.at === 'over';
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (viewing.at === 'shown') return <Shown image={viewing.image} onReport={onReport} onClose={onClose} />;
  if (isOver) return null;
  const error = viewing.at === 'failed' ? viewing.error : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`See it once`}
      picture={<Scene variant="sealed" />}
      description={
        error === null ? (
          <>
            <span>{t`You see ${name}’s picture for up to a minute. When you close it, it is gone. Screenshots cannot be prevented.`}</span>{' '}
            <SealedNote of="reader" />
          </>
        ) : (
          errorText(error)
        )
      }
    >
      {error !== null && !isPassing(error) ? (
        <Button onClick={onClose} width="full">
          <Trans>Close</Trans>
        </Button>
      ) : (
        <Button look="go" width="full" busy={viewing.at === 'opening'} onClick={open}>
          {error === null ? <Trans>Open it now</Trans> : <Trans>Try again</Trans>}
        </Button>
      )}
    </Dialog>
  );
}

const prevent = (event: SyntheticEvent): void => event.preventDefault();

interface ShownProps {
  image: OpenedImage;
  onReport: () => void;
  onClose: () => void;
}

/** A report closes the image: what it showed is kept for the report. */
function Shown({ image: { picture, until }, onReport, onClose }: ShownProps) {
  const { t } = useLingui();
  const { zoom, handlers } = useZoom();
  const corner = (
    <>
      <IconButton look="filled" label={t`Report`} onClick={onReport}>
        <FlagIcon size={22} />
      </IconButton>
      <Countdown until={until} />
    </>
  );
  return (
    <FullScreen title={t`One-time image`} onClose={onClose} corner={corner}>
      <div
        className={styles.stage}
        data-zoomed={zoom.scale > 1 || undefined}
        {...handlers}
        onContextMenu={prevent}
        onDragStart={prevent}
        onCopy={prevent}
      >
        <FileImage
          file={picture}
          alt={t`One-time image`}
          draggable={false}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        />
      </div>
      <p className={styles.note}>
        <Trans>Gone when you close it.</Trans>
      </p>
    </FullScreen>
  );
}

/** The rest of the minute, as a ring. */
function Countdown({ until }: { until: number }) {
  const { t } = useLingui();
  const [left, setLeft] = useState(() => until - now());
  useEffect(() => every(250, () => setLeft(until - now())), [until]);
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  const share = Math.max(0, Math.min(1, left / FIXED.oneTimeOpenMs));
  return (
    <span className={styles.countdown} role="timer" aria-label={t`Time remaining: ${seconds}s`}>
      <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
        <circle cx="22" cy="22" r="19" />
        <circle cx="22" cy="22" r="19" pathLength="1" strokeDasharray={`${share} 1`} />
      </svg>
      <span aria-hidden="true" translate="no">
        {seconds}
      </span>
    </span>
  );
}
