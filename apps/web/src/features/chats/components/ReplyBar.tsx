import { useLingui } from '@lingui/react/macro';
import type { Quote } from '@yonder/contract';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ArrowBendUpLeftIcon, XIcon } from '../../../ui/icons.ts';
import { QuoteWords } from './QuoteBox.tsx';
import styles from './reply-bar.module.css';

interface ReplyBarProps {
  quote: Quote;
  you: string;
  name: string;
  onCancel: () => void;
}

/** The message being answered. Escape cancels, too. */
export function ReplyBar({ quote, you, name, onCancel }: ReplyBarProps) {
  const { t } = useLingui();
  return (
    <div className={styles.bar}>
      <ArrowBendUpLeftIcon size={20} data-turns="" />
      <span className={styles.quote}>
        <QuoteWords quote={quote} you={you} otherName={name} />
      </span>
      <IconButton label={t`Do not reply`} onClick={onCancel}>
        <XIcon size={20} />
      </IconButton>
    </div>
  );
}
