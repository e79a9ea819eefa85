import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText, type Neighbour } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { useGoFromHere } from '../../../lib/use-go.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Textarea } from '../../../ui/Field.tsx';
import { sayHello } from '../api/say-hello.ts';
import styles from './nearby.module.css';

interface HelloDialogProps {
  neighbour: Neighbour;
  onClose: () => void;
}

/** One message, which starts a chat once it is accepted. */
export function HelloDialog({ neighbour: { userId, name: known }, onClose }: HelloDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(known);
  const go = useGoFromHere();
  const [words, setWords] = useState('');
  const saying = useSubmit({
    send: (content: string, how) => sayHello({ userId, content }, how),
    onGranted: (chatRoomId) => go(`/chat/${chatRoomId}`),
  });
  const content = toVisibleText(words, 'lines');
  return (
    <Dialog
      open
      onClose={onClose}
      outside="stays"
      begins="in-field"
      title={t`Say hello to ${name}`}
      description={t`One message. They see your name and your photo, and can answer when they accept.`}
    >
      <form
        className={styles.hello}
        onSubmit={(event) => {
          event.preventDefault();
          if (content !== '') saying.submit(content);
        }}
      >
        <Textarea
          label={t`Your message`}
          value={words}
          counted="yes"
          maxLength={FIXED.helloLength}
          dir="auto"
          error={saying.error ? errorText(saying.error) : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button look="go" type="submit" width="full" busy={saying.busy} disabled={content === ''}>
          <Trans>Say hello</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
