import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { ArrowUpIcon } from '../../../ui/icons.ts';
import styles from './composer.module.css';

/** From here on the composer counts what is left. */
const COUNT_FROM = FIXED.messageLength - 200;

interface ComposerProps {
  name: string;
  onSend: (content: string) => void;
}

/** Enter sends, Shift+Enter begins a new line. */
export function Composer({ name, onSend }: ComposerProps) {
  const { t } = useLingui();
  const [content, setContent] = useState('');
  const counter = useId();
  const left = FIXED.messageLength - content.length;
  const canSend = content.trim() !== '' && left >= 0;

  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (!canSend) return;
    onSend(content.trim());
    setContent('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends a word in an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    send(event);
  }

  return (
    <form className={styles.composer} onSubmit={send}>
      <div className={styles.field} data-content={content}>
        <textarea
          rows={1}
          dir="auto"
          value={content}
          placeholder={t`Message ${name}`}
          aria-label={t`Message ${name}`}
          aria-describedby={counter}
          aria-invalid={left < 0 || undefined}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id={counter} className={styles.counter} role="status" data-over={left < 0 || undefined}>
          {content.length >= COUNT_FROM && <CharactersLeft left={left} />}
        </span>
      </div>
      <button type="submit" className={styles.send} aria-label={t`Send`} title={t`Send`} disabled={!canSend}>
        <ArrowUpIcon size={24} />
      </button>
    </form>
  );
}

function CharactersLeft({ left }: { left: number }) {
  const over = -left;
  return left >= 0 ? <Trans>{left} left</Trans> : <Trans>{over} too many</Trans>;
}
