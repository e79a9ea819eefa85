import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useGoFromHere } from '../../../lib/use-go.ts';
import { useAppState } from '../../../state/store.ts';
import type { User } from '../../../state/user.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, Textarea } from '../../../ui/Field.tsx';
import { IconLink } from '../../../ui/IconButton.tsx';
import { XIcon } from '../../../ui/icons.ts';
import { InterestsField } from '../../../ui/InterestsField.tsx';
import { LanguagesField } from '../../../ui/LanguagesField.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { RegionPicker } from '../../../ui/region/RegionPicker.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import text from '../../../ui/text.module.css';
import type { Draft, Mistake } from './draft.ts';
import styles from './edit.module.css';
import { PhotosField } from './PhotosField.tsx';
import { useEditProfile } from './use-edit-profile.ts';
import { type Leaving, useLeaveGuard } from './use-leave-guard.ts';

const MISTAKES = {
  'name too long': msg`Please choose a shorter name.`,
  'words too long': msg`Please say it in fewer words.`,
  'region missing': msg`Please choose where you are.`,
  'languages missing': msg`Please add at least one language.`,
} satisfies Record<Mistake, MessageDescriptor>;

export function EditProfilePage({ onSaved }: { onSaved: (user: User) => void }) {
  const user = useAppState((state) => state.user);
  return user && <Editor user={user} onSaved={onSaved} />;
}

function Editor({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const go = useGoFromHere();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [isOver, setIsOver] = useState(false);
  const edit = useEditProfile(user, (after) => {
    setIsOver(true);
    onSaved(after);
    go('/profile', { replace: true });
  });
  const takeBack = useLeaveGuard(edit.isChanged && !isOver ? 'on' : 'off', setLeaving);
  function leave(how: Leaving): void {
    if (how.by === 'back') takeBack();
    else void navigate(how.to);
    setLeaving(null);
    setIsOver(true);
  }
  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        edit.save();
      }}
    >
      <header className={styles.head}>
        <IconLink to="/profile" label={t`Cancel`}>
          <XIcon size={24} />
        </IconLink>
        <PageTitle className={text.title}>{t`Edit profile`}</PageTitle>
        <Button type="submit" look="go" size="sm" busy={edit.busy}>
          <Trans>Save</Trans>
        </Button>
      </header>
      {edit.error && (
        <p className={styles.error} role="alert">
          {edit.error}
          {edit.proofUrl !== undefined && (
            <>
              {' '}
              <a href={edit.proofUrl} target="_blank" rel="noopener noreferrer">
                <Trans>Prove your age, then come back and press the button again.</Trans>
              </a>
            </>
          )}
        </p>
      )}
      <div className={styles.columns}>
        <PhotosField
          photos={edit.draft.photos}
          error={edit.refused('photos')}
          onChange={(photos) => edit.change({ photos })}
        />
        <Words user={user} {...edit} />
      </div>
      <LeaveDialog leaving={leaving} onStay={() => setLeaving(null)} onLeave={leave} />
    </form>
  );
}

interface WordsProps extends Pick<ReturnType<typeof useEditProfile>, 'draft' | 'change' | 'mistakes' | 'refused'> {
  user: User;
}

function Words({ user, draft, change, mistakes, refused }: WordsProps) {
  const { t, i18n } = useLingui();
  const errorOf = (field: keyof Draft): string | undefined => {
    const mistake = mistakes[field];
    return mistake ? i18n._(MISTAKES[mistake]) : refused(field);
  };
  const { regionChangesAt } = user;
  const again = regionChangesAt === null ? null : i18n.date(new Date(regionChangesAt), { weekday: 'long' });
  return (
    <div className={styles.fields}>
      <Field
        label={t`Name`}
        autoComplete="nickname"
        maxLength={FIXED.nameLength}
        counted="yes"
        value={draft.name}
        hint={t`Left empty, your name is shown as Anonymous.`}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Textarea
        label={t`About you`}
        maxLength={FIXED.bioLength}
        counted="yes"
        dir="auto"
        value={draft.bio}
        error={errorOf('bio')}
        onChange={({ target }) => change({ bio: target.value })}
      />
      <InterestsField
        label={t`Ask me about`}
        hint={t`Press Enter after each.`}
        chips={t`What people can ask you about`}
        value={draft.interests}
        onChange={(interests) => change({ interests })}
      />
      <RegionPicker
        label={t`Country or region`}
        value={draft.region}
        disabled={again !== null}
        hint={
          again === null ? t`You can change it once a day.` : t`You have just changed it. You can again on ${again}.`
        }
        error={errorOf('region')}
        onChange={(region) => change({ region })}
      />
      <LanguagesField
        value={draft.languages}
        error={errorOf('languages')}
        onChange={(languages) => change({ languages })}
      />
      <Switch
        checked={draft.showsAgeRange}
        hint={t`${user.ageRange ?? ''}. It follows from your birth date, which nobody sees.`}
        onChange={({ target }) => change({ showsAgeRange: target.checked })}
      >
        {t`Show my age range to people I chat with`}
      </Switch>
    </div>
  );
}

interface LeaveDialogProps {
  leaving: Leaving | null;
  onStay: () => void;
  onLeave: (leaving: Leaving) => void;
}

function LeaveDialog({ leaving, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open={leaving !== null}
      onClose={onStay}
      title={t`Leave without saving?`}
      description={t`What you changed is lost.`}
    >
      <Button look="go" width="full" onClick={onStay}>
        <Trans>Keep editing</Trans>
      </Button>
      <Button look="stop" tone="negative" width="full" onClick={() => leaving && onLeave(leaving)}>
        <Trans>Leave</Trans>
      </Button>
    </Dialog>
  );
}
