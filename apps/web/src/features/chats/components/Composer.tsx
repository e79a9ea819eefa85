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
import { isComposing } from '../../../lib/composing.ts';
import { ArrowUpIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import type { Chats } from '../cache.ts';
import type { Drafts } from '../kept/drafts.ts';
import { pasteOf } from '../media/pasted.ts';
import { useDraft } from '../use-draft.ts';
import { useEnterKey } from '../use-enter-key.ts';
import { insertText } from '../insert-text.ts';
import { useTyping } from '../use-typing.ts';
import { COUNTED, spokenLeft } from '../characters-left.ts';
import styles from './composer.module.css';
import { EmojiButton } from './EmojiButton.tsx';
import { ReplyBar } from './ReplyBar.tsx';

interface ComposerProps {
  chats: Chats;
  chatRoomId: string;
  name: string;
  onSend: (content: string, replyTo: Quote | null) => void;
  /** Pasted files. */
  onFiles: (files: readonly File[]) => void;
  /** Files pasted along with text. */
  onOffered: (files: readonly File[]) => void;
  /** Shown before the field; `record` replaces the send button while the field is empty. */
  attach: ReactNode;
  record: ReactNode;
  /** Replaces the field while a voice message is recorded. */
  instead: ReactNode;
}

export function Composer({ chats, chatRoomId, name, onSend, attach, record, instead, ...on }: ComposerProps) {
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
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && replyTo !== null) change({ content, replyTo: null });
    else if (enter.sends(event)) send(event);
  }
  function insert(emoji: string): void {
    const { current } = field;
    if (current === null) return;
    current.focus();
    insertText(current, emoji, write);
  }

  return (
    <form className={styles.composer} onSubmit={send} onPaste={(event) => takeFiles(event, on)}>
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
          <span id={counter} className={styles.counter} data-over={left < 0 || undefined}>
            {left <= COUNTED && <CharactersLeft left={left} />}
          </span>
          <span className={text.unseen} role="status">
            {left <= COUNTED && <CharactersLeft left={spokenLeft(left)} />}
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
      // Keeps a phone's keyboard open.
      onPointerDown={(event) => event.preventDefault()}
    >
      <ArrowUpIcon size={24} />
    </button>
  );
}

/** Focuses the field where there is a keyboard; on a phone it would cover half the room. */
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

/** Focuses the field for an answer, after the menu has given the focus back. */
function useFocusToAnswer({ field, drafts, chatRoomId }: Place, replyTo: Quote | null): void {
  const answered = replyTo?.seedOrder;
  const seen = useRef(answered);
  useEffect(() => {
    if (answered === seen.current) return;
    seen.current = answered;
    return answered === undefined ? undefined : after(0, () => focusToWrite({ field, drafts, chatRoomId }));
  }, [answered, field, drafts, chatRoomId]);
}

/** Focuses the field when text not typed in it comes back to be changed. Returns the function that notes typed text. */
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

/** Skips text that another tab has begun. */
function focusToWrite({ field, drafts, chatRoomId }: Place): void {
  if (drafts.isWritten(chatRoomId)) field.current?.focus();
}

function CharactersLeft({ left }: { left: number }) {
  const over = -left;
  return left >= 0 ? <Trans>{left} left</Trans> : <Trans>{over} too many</Trans>;
}

/** Takes pasted pictures as files. With text beside them, pastes the text and offers the picture. */
function takeFiles(event: ClipboardEvent, on: Pick<ComposerProps, 'onFiles' | 'onOffered'>): void {
  const { clipboardData } = event;
  const files = [...clipboardData.files];
  const paste = pasteOf({ text: clipboardData.getData('text/plain'), files });
  if (paste === 'words and a picture') on.onOffered(files);
  if (paste !== 'files') return;
  event.preventDefault();
  on.onFiles(files);
}
