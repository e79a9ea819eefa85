import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { EyeIcon, ImageIcon, PlusIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import type { PictureKind } from '../media/written.ts';

/** MIME types that the server accepts. */
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

interface AttachButtonProps {
  onFiles: (files: readonly File[], kind: PictureKind) => void;
}

export function AttachButton({ onFiles }: AttachButtonProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const kind = useRef<PictureKind>('normal');

  function pick(picked: PictureKind): void {
    kind.current = picked;
    input.current?.click();
  }
  return (
    <>
      <Menu label={t`Attach a picture`} align="start" icon={<PlusIcon size={26} />}>
        <MenuItem icon={ImageIcon} onChoose={() => pick('normal')}>
          {t`Photo`}
        </MenuItem>
        <MenuItem icon={EyeIcon} onChoose={() => pick('once')}>
          {t`One-time image`}
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])], kind.current);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
