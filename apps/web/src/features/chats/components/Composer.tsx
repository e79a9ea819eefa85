import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText, type Quote } from '@yonder/contract';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { after } from '../../../lib/clock.ts';
import { ArrowUpIcon } from '../../../ui/icons.ts';
import type { Chats } from '../cache.ts';
import type { Drafts } from '../kept/drafts.ts';
import { useDraft } from '../use-draft.ts';
import { useEnterKey } from '../use-enter-key.ts';
import { useTyping } from '../use-typing.ts';
import styles from './composer.module.css';
import { EmojiButton } from './EmojiButton.tsx';
import { ReplyBar } from './ReplyBar.tsx';

/** From here on the composer counts what is left. */
const COUNT_FROM = FIXED.messageLength - 200;

interface ComposerProps {
  chats: Chats;
  chatRoomId: string;
  name: string;
  onSend: (content: string, replyTo: Quote | null) => void;
  /** Pasted. */
  onFiles: (files: readonly File[]) => void;
  /** What stands before the field, and in place of the send button while nothing is written. */
  attach: ReactNode;
  record: ReactNode;
  /** In place of the field: a voice is being recorded. */
  instead: ReactNode;
}

export function Composer({ chats, chatRoomId, name, onSend, onFiles, attach, record, instead }: ComposerProps) {
  const { t } = useLingui();
  const [{ content, replyTo }, change] = useDraft(chats.drafts, chatRoomId);
  const typing = useTyping(chats, chatRoomId);
  const enter = useEnterKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const counter = useId();
  useFocusToWrite(field);
  const place = { field, drafts: chats.drafts, chatRoomId };
  useFocusToAnswer(place, replyTo);
  const note = useFocusToRewrite(place, content);
  const message = toVisibleText(content, 'lines');
  const left = FIXED.messageLength - message.length;
  const isEmpty = message === '';
  const canSend = !isEmpty && left >= 0;

  function write(written: string): void {
    note(written);
    change({ content: written, replyTo });
    if (toVisibleText(written, 'lines') === '') typing.done();
    else typing.doing('typing');
  }
  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault();
    if (!canSend) return;
    typing.done();
    onSend(message, replyTo);
    note('');
    change({ content: '', replyTo: null });
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Enter also ends a word in an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && replyTo !== null) change({ content, replyTo: null });
    else if (enter.sends(event)) send(event);
  }
  function insert(emoji: string): void {
    const { current } = field;
    if (current === null) return;
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, 'end');
    write(current.value);
    current.focus();
  }

  return (
    <form className={styles.composer} onSubmit={send} onPaste={(event) => takeFiles(event, onFiles)}>
      {replyTo && (
        <ReplyBar quote={replyTo} you={chats.you} name={name} onCancel={() => change({ content, replyTo: null })} />
      )}
      {instead}
      <div className={styles.line} hidden={instead !== null}>
        {attach}
        <div className={styles.field} data-content={content}>
          <textarea
            ref={field}
            rows={1}
            dir={content === '' ? undefined : 'auto'}
            value={content}
            placeholder={t`Message ${name}`}
            aria-label={t`Message ${name}`}
            aria-describedby={counter}
            aria-invalid={left < 0 || undefined}
            enterKeyHint={enter.hint}
            autoComplete="off"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={typing.done}
          />
          <EmojiButton onPick={insert} />
          <span id={counter} className={styles.counter} role="status" data-over={left < 0 || undefined}>
            {message.length >= COUNT_FROM && <CharactersLeft left={left} />}
          </span>
        </div>
        {isEmpty ? record : <SendButton canSend={canSend} />}
      </div>
    </form>
  );
}

function SendButton({ canSend }: { canSend: boolean }) {
  const { t } = useLingui();
  return (
    <button
      type="submit"
      className={styles.send}
      aria-label={t`Send`}
      title={t`Send`}
      disabled={!canSend}
      // The keyboard of a phone stays open.
      onPointerDown={(event) => event.preventDefault()}
    >
      <ArrowUpIcon size={24} />
    </button>
  );
}

/** With a keyboard one writes as soon as the room is there; on a phone it would cover half of it. */
function useFocusToWrite(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1' || activeElement?.tagName === 'A';
    if (isFree && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}

interface Place {
  field: RefObject<HTMLTextAreaElement | null>;
  drafts: Drafts;
  chatRoomId: string;
}

/** Whoever answers wants to write, as soon as the menu it was chosen from has given the focus back. */
function useFocusToAnswer({ field, drafts, chatRoomId }: Place, replyTo: Quote | null): void {
  const answered = replyTo?.seedOrder;
  const seen = useRef(answered);
  useEffect(() => {
    if (answered === seen.current) return;
    seen.current = answered;
    return answered === undefined ? undefined : after(0, () => focusToWrite({ field, drafts, chatRoomId }));
  }, [answered, field, drafts, chatRoomId]);
}

/** Words that were not written in the field came back to it, to be changed. Answers with what to tell of those that were. */
function useFocusToRewrite({ field, drafts, chatRoomId }: Place, content: string): (written: string) => void {
  const own = useRef(content);
  useEffect(() => {
    if (content === own.current) return;
    own.current = content;
    return after(0, () => focusToWrite({ field, drafts, chatRoomId }));
  }, [content, field, drafts, chatRoomId]);
  return (written) => {
    own.current = written;
  };
}

/** Another tab may have begun what has come into the field. */
function focusToWrite({ field, drafts, chatRoomId }: Place): void {
  if (drafts.isWritten(chatRoomId)) field.current?.focus();
}

function CharactersLeft({ left }: { left: number }) {
  const over = -left;
  return left >= 0 ? <Trans>{left} left</Trans> : <Trans>{over} too many</Trans>;
}

/** Pictures are pasted like words. */
function takeFiles(event: ClipboardEvent, onFiles: (files: readonly File[]) => void): void {
  const { files } = event.clipboardData;
  if (files.length === 0) return;
  event.preventDefault();
  onFiles([...files]);
}
