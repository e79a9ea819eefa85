import type { Icon } from '@phosphor-icons/react';
import type { Notification, NotificationKind } from '@yonder/contract';
import {
  ChatCircleIcon,
  ChatTeardropTextIcon,
  FlagIcon,
  GavelIcon,
  HandWavingIcon,
  PhoneXIcon,
  SunHorizonIcon,
  SunIcon,
} from '../../../ui/icons.ts';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import styles from './face.module.css';

const GLYPHS: Record<NotificationKind, Icon> = {
  message: ChatCircleIcon,
  match: SunIcon,
  'missed-call': PhoneXIcon,
  'chat-closed': SunHorizonIcon,
  comment: ChatTeardropTextIcon,
  request: HandWavingIcon,
  moderation: GavelIcon,
  'report-closed': FlagIcon,
};

/** The person's picture with a sign for the kind, or the sign alone. Kinds differ in shape, not only in colour. */
export function Face({ notification: { kind, person } }: { notification: Notification }) {
  const Glyph = GLYPHS[kind];
  if (person === null) {
    return (
      <span className={styles.sign} data-kind={kind} data-size="large">
        <Glyph size={26} weight="fill" />
      </span>
    );
  }
  return (
    <span className={styles.face} aria-hidden="true">
      <PhotoAvatar src={person.thumb ?? person.photo} name={person.name} seed={person.userId} size={50} />
      {kind !== 'message' && (
        <span className={styles.sign} data-kind={kind} data-size="small">
          <Glyph size={14} weight="fill" />
        </span>
      )}
    </span>
  );
}
