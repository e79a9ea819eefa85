import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '@yonder/contract';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EyeIcon, EyeSlashIcon, TrashIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { LaterSafetyMenu } from '../../../ui/safety/LaterSafetyMenu.tsx';
import { useDeletePost, useSetActive } from '../api/change-post.ts';
import { MOMENTS } from '../api/queries.ts';
import { useServerMinute } from '../use-server-minute.ts';

/** The menu of another user's moment. Blocking the author removes their moments from the feed. */
export function OthersMenu({ post }: { post: Post }) {
  const queryClient = useQueryClient();
  return (
    <LaterSafetyMenu
      name={post.authorName}
      target={{ type: 'post', id: post.id }}
      onBlocked={() => void queryClient.resetQueries({ queryKey: MOMENTS })}
    />
  );
}

interface OwnMenuProps {
  post: Post;
  onDeleted?: () => void;
}

export function OwnMenu({ post, onDeleted }: OwnMenuProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'nothing' | 'delete'>('nothing');
  const active = useSetActive(post);
  const isOver = post.expiresAt <= useServerMinute();
  return (
    <>
      <Menu label={t`Your moment`}>
        {!isOver && (
          <MenuItem icon={post.isActive ? EyeSlashIcon : EyeIcon} onChoose={() => active.mutate(!post.isActive)}>
            {post.isActive ? t`Hide it` : t`Show it again`}
          </MenuItem>
        )}
        <MenuItem icon={TrashIcon} onChoose={() => setAsking('delete')}>
          {t`Delete`}
        </MenuItem>
      </Menu>
      <DeleteDialog
        post={post}
        open={asking === 'delete'}
        onClose={() => setAsking('nothing')}
        onDeleted={() => onDeleted?.()}
      />
    </>
  );
}

interface DeleteDialogProps {
  post: Post;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ post, open, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useLingui();
  const { mutate } = useDeletePost(post, t`Failed to delete post`);
  function remove(): void {
    mutate();
    onClose();
    onDeleted();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Delete this moment?`}
      description={t`Its comments go with it. Chats that began from it stay.`}
    >
      <Button look="stop" tone="negative" width="full" onClick={remove}>
        {t`Delete`}
      </Button>
    </Dialog>
  );
}
