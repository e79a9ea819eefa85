import { useLingui } from '@lingui/react/macro';
import { Hills } from '../../../ui/Hills.tsx';
import { PhoneIcon, PhoneXIcon } from '../../../ui/icons.ts';
import { directCalls } from '../voice.ts';
import styles from './answers.module.css';

interface AnswersProps {
  /** Accepted, and not confirmed by the server yet. */
  busy: boolean;
}

/** The bowl declines, the dome accepts. Neither is ever what Enter meets first. */
export function Answers({ busy }: AnswersProps) {
  const { t } = useLingui();
  return (
    <div className={styles.answers}>
      <button type="button" className={styles.decline} onClick={() => directCalls.decline()}>
        {t`Decline`}
        <PhoneXIcon size={24} weight="fill" />
      </button>
      <button
        type="button"
        className={styles.accept}
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => directCalls.accept()}
      >
        {busy ? <Hills /> : <PhoneIcon size={24} weight="fill" />}
        <span>{t({ message: 'Accept', context: 'call' })}</span>
      </button>
    </div>
  );
}
