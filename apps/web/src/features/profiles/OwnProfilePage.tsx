import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAppState } from '../../state/store.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { GearSixIcon, PencilSimpleIcon } from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import styles from './profile.module.css';
import { ProfileView } from './ProfileView.tsx';

/** left: shows the comments left today. */
export function OwnProfilePage({ left }: { left: ReactNode }) {
  const { t } = useLingui();
  const user = useAppState((state) => state.user);
  if (user === null) return null;
  return (
    <>
      <div className={styles.bar} data-has="settings">
        <p className={`${text.title} ${styles.you}`} aria-hidden="true">
          {t({ message: 'You', context: 'navigation' })}
        </p>
        <IconLink to="/settings" label={t`Settings`}>
          <GearSixIcon size={26} />
        </IconLink>
      </div>
      <ProfileView
        person={{ ...user, ...user.profile }}
        left={left}
        beside={
          <ButtonLink size="sm" to="/profile/edit">
            <PencilSimpleIcon size={20} />
            {t`Edit`}
          </ButtonLink>
        }
      />
    </>
  );
}
