import { useLingui } from '@lingui/react/macro';
import { useAppState } from '../../state/store.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { GearSixIcon, PencilSimpleIcon } from '../../ui/icons.ts';
import styles from './profile.module.css';
import { ProfileView } from './ProfileView.tsx';

export function OwnProfilePage() {
  const { t } = useLingui();
  const user = useAppState((state) => state.user);
  if (user === null) return null;
  return (
    <>
      <div className={styles.bar} data-has="settings">
        <IconLink to="/settings" label={t`Settings`}>
          <GearSixIcon size={26} />
        </IconLink>
      </div>
      <ProfileView
        person={{ ...user, ...user.profile }}
        actions={
          <ButtonLink size="sm" to="/profile/edit">
            <PencilSimpleIcon size={20} />
            {t`Edit`}
          </ButtonLink>
        }
      />
    </>
  );
}
