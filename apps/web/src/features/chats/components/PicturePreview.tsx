import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText } from '@yonder/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EyeIcon, ImageIcon } from '../../../ui/icons.ts';
import { FileImage } from '../attachments/FileImage.tsx';
import type { PictureKind } from '../media/written.ts';
import type { Chosen } from '../use-room-media.ts';
import styles from './picture-preview.module.css';
import { SealedNote } from './SealedNote.tsx';

interface PicturePreviewProps {
  chosen: Chosen;
  name: string;
  onSend: (chosen: Chosen, caption: string) => void;
  onClose: () => void;
}

/** The picture as it will be sent: to keep, with a caption, or to be seen once. */
export function PicturePreview({ chosen, name, onSend, onClose }: PicturePreviewProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState(chosen.kind);
  const [caption, setCaption] = useState('');
  const { file, width, height } = chosen.picture;

  function send(event: FormEvent): void {
    event.preventDefault();
    onSend({ ...chosen, kind }, toVisibleText(caption, 'lines'));
  }
  return (
    <Dialog open onClose={onClose} outside="stays" title={t`Send to ${name}`}>
      <form className={styles.form} onSubmit={send}>
        <div className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }}>
          <FileImage file={file} alt={t`Your picture`} />
        </div>
        <KindChoice kind={kind} onChange={setKind} />
        {kind === 'normal' ? (
          <input
            className={styles.caption}
            value={caption}
            dir="auto"
            maxLength={FIXED.messageLength}
            placeholder={t`Add words`}
            aria-label={t`Add words`}
            autoComplete="off"
            onChange={(event) => setCaption(event.target.value)}
          />
        ) : (
          <p className={styles.note}>
            {t`${name} can open it once, for up to a minute. A screenshot is still possible.`} <SealedNote of="other" />
          </p>
        )}
        <Button type="submit" look="go" width="full">
          <Trans>Send</Trans>
        </Button>
      </form>
    </Dialog>
  );
}

function KindChoice({ kind, onChange }: { kind: PictureKind; onChange: (kind: PictureKind) => void }) {
  const { t } = useLingui();
  const kinds = [
    { value: 'normal', words: t`Keep in chat`, Icon: ImageIcon },
    { value: 'once', words: t`See once`, Icon: EyeIcon },
  ] as const;
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>{t`How long it stays`}</legend>
      {kinds.map(({ value, words, Icon }) => (
        <label key={value} className={styles.kind}>
          <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => onChange(value)} />
          <Icon size={20} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
