import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAppState } from '../../../state/store.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { InterestsField } from '../../../ui/InterestsField.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import type { Wishes } from '../matching.ts';
import { matching } from '../text.ts';
import { useHindrance, useMatching } from '../use-matching.ts';
import { Hindered } from './Hindered.tsx';
import { LanguageField } from './LanguageField.tsx';
import styles from './mode3.module.css';

/** /mode3: choose a language and interests, then start. */
export function Mode3Page() {
  const { t } = useLingui();
  const appearance = useAppState(({ theme }) => theme);
  return (
    <div className={styles.page}>
      <div className={styles.sky} data-theme="ocean" data-appearance={appearance}>
        <Scene variant="beside" />
        <div className={styles.words}>
          <PageTitle className={text.displayL}>{t`Chat Magic`}</PageTitle>
          <p className={text.lead}>
            <Trans>Two strangers, one chat. No names until you both like each other.</Trans>
          </p>
        </div>
      </div>
      <Begin />
    </div>
  );
}

function Begin() {
  const { t } = useLingui();
  const { bound } = useMatching();
  const hindrance = useHindrance();
  const user = useAppState((state) => state.user);
  const [language, setLanguage] = useState<string | null>(null);
  const [interests, setInterests] = useState<readonly string[] | null>(null);

  function find(): void {
    const wishes: Wishes = { language, interests: interests && [...interests] };
    void matching.find(wishes);
  }
  if (bound !== null) {
    return (
      <div className={styles.form}>
        <p className={text.lead}>
          <Trans>Someone is with you. One person at a time.</Trans>
        </p>
        <ButtonLink look="go" width="full" to={`/chat/${bound}`}>{t`Back to the chat`}</ButtonLink>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <LanguageField value={language ?? user?.languages[0] ?? ''} onChange={setLanguage} />
      <InterestsField
        label={t`Interests`}
        hint={t`What you have in common is shown to you both. Press Enter after each.`}
        chips={t`Your interests`}
        value={interests ?? user?.interests ?? []}
        onChange={setInterests}
      />
      <div className={styles.go}>
        <Left />
        <Hindered hindrance={hindrance} />
        <Button type="submit" look="go" width="full" disabled={hindrance !== null}>{t`Find someone`}</Button>
      </div>
    </form>
  );
}

/** Matches left in the free allowance; paying users have no limit. */
function Left() {
  const { allowance } = useMatching();
  const used = useAppState(({ mode3MatchesUsed }) => mode3MatchesUsed);
  const isPaid = useAppState(({ user }) => user?.isPaid === true);
  // Reserves its line before the number is known, or the button below would move.
  if (allowance === undefined && !isPaid) return <p className={text.label}>&nbsp;</p>;
  if (!allowance || allowance.cooldownUntil !== null) return null;
  const left = allowance.limit - used;
  return (
    <p className={text.label}>
      <Plural value={left} one="# match left before a short break" other="# matches left before a short break" />
    </p>
  );
}
