import { randomId } from '@yonder/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { cropped, type Area } from './crop.ts';
import type { DraftPhoto } from './draft.ts';
import styles from './edit.module.css';
import { uploadPhoto } from './upload.ts';

interface CropDialogProps {
  file: File;
  /** Object URL of the file. */
  src: string;
  onDone: (photo: DraftPhoto) => void;
  onClose: () => void;
}

/** A retry sends the same part, so that it is stored once. */
interface Part {
  area: Area;
  requestId: string;
}

const MOST_ZOOM = 4;

/** Chooses the square of a picture to keep: dragged, pinched, or moved by the arrow keys. */
export function CropDialog({ file, src, onDone, onClose }: CropDialogProps) {
  const { t } = useLingui();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Part | null>(null);
  const [share, setShare] = useState(0);
  const [unreadable, setUnreadable] = useState(false);
  const [over] = useState(() => new AbortController());
  const saving = useMutation({
    mutationFn: async ({ area, requestId }: Part) => {
      setShare(0);
      const photo = { file: await cropped(file, area), requestId };
      return uploadPhoto(photo, { signal: over.signal, onProgress: setShare });
    },
  });
  const cancel = (): void => {
    over.abort();
    onClose();
  };
  const why = unreadable
    ? t`This file cannot be read. Please choose another one.`
    : saving.error && errorText(saving.error);
  return (
    <Dialog open onClose={cancel} outside="stays" title={t`Choose what is seen`}>
      <div className={styles.crop}>
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          aspect={1}
          maxZoom={MOST_ZOOM}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t`The part that is seen. The arrow keys move it.` }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, area) => setPart({ area, requestId: randomId() })}
          mediaProps={{ onError: () => setUnreadable(true) }}
        />
      </div>
      <div className={styles.zoom}>
        <span aria-hidden="true">
          <Trans>Closer</Trans>
        </span>
        <input
          type="range"
          aria-label={t`Closer`}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
      {saving.isPending && <progress className={styles.progress} aria-label={t`Sending`} value={share} />}
      {why && (
        <p className={styles.error} role="alert">
          {why}
        </p>
      )}
      <Button
        look="go"
        width="full"
        busy={saving.isPending}
        disabled={part === null || unreadable}
        // A closed dialog adds no photo.
        onClick={() => part && saving.mutate(part, { onSuccess: onDone })}
      >
        <Trans>Add photo</Trans>
      </Button>
    </Dialog>
  );
}
