import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { languageName } from '../../../lib/places.ts';
import { appStore, useAppState } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PhoneIcon, TranslateIcon } from '../../../ui/icons.ts';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useStart } from '../use-call.ts';
import styles from './call-tab.module.css';
import { MicrophoneCheck } from './MicrophoneCheck.tsx';

/** Where a call begins: what to talk about, whom one meets, whether one is heard. */
export function CallTab() {
  const { t } = useLingui();
  const topic = useAppState((state) => state.callTopic);
  const start = useStart();
  return (
    <div className={styles.tab}>
      <div className={styles.picture}>
        <Scene variant="home" />
      </div>
      <p className={text.muted}>
        <Trans>A few minutes of voice with someone you have never met. Then you both decide.</Trans>
      </p>
      <Field
        label={t`Topic (optional)`}
        hint={t`They see it, and you see theirs.`}
        value={topic}
        maxLength={FIXED.topicLength}
        counted="yes"
        dir="auto"
        autoComplete="off"
        onChange={(event) => appStore.setState({ callTopic: event.target.value })}
      />
      <LanguageNote />
      <MicrophoneCheck />
      <Button look="go" width="full" disabled={start === null} onClick={start ?? undefined}>
        <PhoneIcon size={22} weight="fill" />
        {t`Start a call`}
      </Button>
    </div>
  );
}

/** The matcher prefers a shared language and widens with waiting: said before, not found out in the call. */
function LanguageNote() {
  const { i18n } = useLingui();
  const languages = useAppState(({ user }) => user?.languages);
  if (languages === undefined || languages.length === 0) return null;
  const names = languages.map((tag) => languageName(tag, i18n.locale));
  const list = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names);
  return (
    <p className={styles.note}>
      <TranslateIcon size={20} />
      <span>
        <Trans>You meet people who speak {list} first. After a while, anyone.</Trans>
      </span>
    </p>
  );
}
