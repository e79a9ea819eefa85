import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { languageName } from '../../../lib/places.ts';
import { appStore, useAppState } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { PhoneIcon, PhoneXIcon, TranslateIcon } from '../../../ui/icons.ts';
import { TopicField } from '../../../ui/TopicField.tsx';
import text from '../../../ui/text.module.css';
import { useObstacle } from '../check/use-check.ts';
import type { Obstacle } from '../obstacle.ts';
import { useCall, useReturning, useStart } from '../use-call.ts';
import styles from './call-tab.module.css';
import { MicrophoneCheck } from './MicrophoneCheck.tsx';
import { ObstacleText } from './ObstacleText.tsx';

/** The beginning of a call: its topic, the people met first, and the microphone check. */
export function BeginCall() {
  const { t } = useLingui();
  const topic = useAppState((state) => state.callTopic);
  const start = useStart();
  const { state } = useCall();
  const isReturning = useReturning();
  return (
    <div className={styles.begin}>
      <ObstacleNote obstacle={useObstacle()} />
      <LanguageNote />
      <TopicField
        value={topic}
        maxLength={FIXED.topicLength}
        onChange={(callTopic) => appStore.setState({ callTopic })}
      />
      <div className={styles.start}>
        {/* A check ends when a call begins, and releases the microphone. */}
        <MicrophoneCheck key={state.kind === 'idle' ? 'before' : 'in-call'} />
        <Button look="go" width="full" disabled={start === null} onClick={start ?? undefined}>
          <PhoneIcon size={22} weight="fill" />
          {isReturning ? t`Back to your call…` : t`Start a call`}
        </Button>
      </div>
    </div>
  );
}

/** Shown before a call is tried. It exists before its text: a status that mounts with text is not announced. */
export function ObstacleNote({ obstacle }: { obstacle: Obstacle | null }) {
  return (
    <p className={obstacle === null ? text.unseen : styles.obstacle} role="status">
      {obstacle !== null && (
        <>
          <PhoneXIcon size={18} />
          <span key={obstacle}>
            <ObstacleText obstacle={obstacle} />
          </span>
        </>
      )}
    </p>
  );
}

/** The matcher prefers a shared language and widens with waiting: said before the call. */
function LanguageNote() {
  const { i18n } = useLingui();
  const languages = useAppState(({ user }) => user?.languages);
  if (languages === undefined || languages.length === 0) return null;
  const names = languages.map((tag) => languageName(tag, i18n.locale));
  const list = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names);
  return (
    <p className={styles.note}>
      <TranslateIcon size={18} />
      <span>
        <Trans>You meet people who speak {list} first. After a while, anyone.</Trans>
      </span>
    </p>
  );
}
