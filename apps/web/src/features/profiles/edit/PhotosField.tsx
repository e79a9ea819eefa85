import { useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { useRef, useState } from 'react';
import { CaretLeftIcon, CaretRightIcon, PlusIcon, StarIcon, TrashIcon } from '../../../ui/icons.ts';
import { later } from '../../../ui/later.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';
import { moved, type DraftPhoto } from './draft.ts';
import styles from './edit.module.css';
import { PHOTO_TYPES } from './upload.ts';
import { useDragOrder } from './use-drag-order.ts';

const CropDialog = later(async () => (await import('./CropDialog.tsx')).CropDialog, { failed: notOpened });

interface PhotosFieldProps {
  photos: readonly DraftPhoto[];
  error: string | undefined;
  onChange: (photos: readonly DraftPhoto[]) => void;
}

/** Up to six photos, reordered by dragging or by their menus. */
export function PhotosField({ photos, error, onChange }: PhotosFieldProps) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; src: string } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useDragOrder(list, (from, to) => onChange(moved(photos, from, to)));
  function close(): void {
    if (chosen !== null) URL.revokeObjectURL(chosen.src);
    setChosen(null);
  }
  return (
    <section aria-labelledby="edit-photos">
      <h2 id="edit-photos" className={styles.label}>{t`Photos. The first one is revealed on a match`}</h2>
      <ul ref={list} className={styles.photos}>
        {photos.map((photo, i) => (
          <li key={photo.ref} className={styles.photo} draggable>
            <Photo photo={photo} place={i} photos={photos} onChange={onChange} />
          </li>
        ))}
        {photos.length < FIXED.photos && (
          <li className={styles.photo}>
            <button
              type="button"
              className={styles.add}
              aria-label={t`Add a photo`}
              onClick={() => chooser.current?.click()}
            >
              <PlusIcon size={28} />
            </button>
          </li>
        )}
      </ul>
      <input
        ref={chooser}
        type="file"
        accept={PHOTO_TYPES}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) setChosen({ file, src: URL.createObjectURL(file) });
          target.value = '';
        }}
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {chosen !== null && (
        <CropDialog
          {...chosen}
          onClose={close}
          onDone={(photo) => {
            close();
            onChange([...photos, photo]);
          }}
        />
      )}
    </section>
  );
}

interface PhotoProps {
  photo: DraftPhoto;
  place: number;
  photos: readonly DraftPhoto[];
  onChange: (photos: readonly DraftPhoto[]) => void;
}

function Photo({ photo, place, photos, onChange }: PhotoProps) {
  const { t } = useLingui();
  const number = place + 1;
  const to = (there: number) => () => onChange(moved(photos, place, there));
  return (
    <>
      <img src={photo.src} alt={t`Photo ${number}`} draggable={false} />
      {place === 0 && (
        <span className={styles.first}>
          <StarIcon size={18} weight="fill" />
        </span>
      )}
      <span className={styles.more}>
        <Menu label={t`Photo ${number}: move or remove`}>
          {place > 0 && <MenuItem icon={StarIcon} onChoose={to(0)}>{t`Make it the first`}</MenuItem>}
          {place > 1 && <MenuItem icon={CaretLeftIcon} onChoose={to(place - 1)}>{t`Move it earlier`}</MenuItem>}
          {place < photos.length - 1 && (
            <MenuItem icon={CaretRightIcon} onChoose={to(place + 1)}>{t`Move it later`}</MenuItem>
          )}
          <MenuItem icon={TrashIcon} onChoose={() => onChange(photos.toSpliced(place, 1))}>
            {t`Remove`}
          </MenuItem>
        </Menu>
      </span>
    </>
  );
}
