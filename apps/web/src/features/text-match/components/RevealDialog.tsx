import { useLingui } from '@lingui/react/macro';
import type { ChatRoom } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PhotoAvatar, Scene } from '../../../ui/scene/index.ts';
import styles from './match.module.css';

interface RevealDialogProps {
  other: ChatRoom['other'];
  onClose: () => void;
}

/** Both liked each other: the face in the sun, the name, and the chat goes on. */
export function RevealDialog({ other, onClose }: RevealDialogProps) {
  const { t } = useLingui();
  const { photo, thumb, userId } = other;
  const name = useShownName()(other.name);
  return (
    <Dialog
      open
      onClose={onClose}
      picture={
        <div className={styles.reveal}>
          <Scene variant="home" />
          <span className={styles.face} aria-hidden="true">
            <PhotoAvatar src={photo ?? thumb} name={name} seed={userId} size={132} />
          </span>
        </div>
      }
      title={name}
      translate="no"
      description={t`You both like each other. This chat stays, and from now on you see each other’s names.`}
    >
      <div className={styles.answers}>
        <Button look="go" onClick={onClose}>{t`Keep writing`}</Button>
        <ButtonLink to={`/profile/${userId}`} onClick={onClose}>{t`See profile`}</ButtonLink>
      </div>
    </Dialog>
  );
}
