import { Trans, useLingui } from '@lingui/react/macro';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { PhoneIcon, PhoneXIcon } from '../../../ui/icons.ts';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useDirectCall } from '../use-call.ts';
import { directCalls } from '../voice.ts';
import styles from './incoming-banner.module.css';

/** An incoming call in a room, above the conversation, which goes on. */
export function IncomingBanner() {
  const { t } = useLingui();
  const shownName = useShownName();
  const state = useDirectCall();
  if (state.kind !== 'incoming') return null;
  const { other } = state.call;
  const callerName = shownName(state.call.callerName);
  return (
    <section className={styles.banner} aria-label={t`Incoming voice call`}>
      <span aria-hidden="true">
        <PhotoAvatar src={other.thumb ?? other.photo} name={callerName} seed={other.userId} size={44} />
      </span>
      <p className={styles.words} role="alert">
        <strong dir="auto" translate="no">
          {callerName}
        </strong>
        <span className={text.caption}>
          <Trans>Incoming voice call</Trans>
        </span>
      </p>
      <Button look="stop" tone="negative" size="sm" onClick={() => directCalls.decline()}>
        <PhoneXIcon size={20} weight="fill" />
        {t`Decline`}
      </Button>
      <Button
        look="go"
        tone="positive"
        size="sm"
        busy={state.answer === 'accepting'}
        onClick={() => directCalls.accept()}
      >
        <PhoneIcon size={20} weight="fill" />
        {t({ message: 'Accept', context: 'call' })}
      </Button>
    </section>
  );
}
