import { useLingui } from '@lingui/react/macro';
import { holdsContact } from '@yonder/contract';
import { useId } from 'react';
import { random } from '../lib/clock.ts';
import { IconButton } from './IconButton.tsx';
import { ChatTeardropTextIcon, ShuffleIcon } from './icons.ts';
import styles from './topic-field.module.css';

interface TopicFieldProps {
  value: string;
  maxLength: number;
  onChange: (topic: string) => void;
}

/** A topic to talk about; a button suggests one at random. */
export function TopicField({ value, maxLength, onChange }: TopicFieldProps) {
  const { t } = useLingui();
  const warningId = useId();
  // The server omits such a topic, so the field warns while it is typed.
  const isHeldBack = holdsContact(value);
  const ideas = [
    t`the best thing you ate this week`,
    t`night markets`,
    t`a sound you love`,
    t`the last thing you learnt`,
    t`where you would go tomorrow`,
    t`a song stuck in your head`,
    t`your street at six in the morning`,
    t`something you changed your mind about`,
  ];
  const suggest = (): void => {
    const others = ideas.filter((idea) => idea !== value);
    onChange(others[Math.floor(random() * others.length)] ?? '');
  };
  return (
    <div>
      <div className={styles.topic}>
        <ChatTeardropTextIcon size={20} />
        <input
          value={value}
          maxLength={maxLength}
          dir={value === '' ? undefined : 'auto'}
          autoComplete="off"
          aria-label={t`Topic (optional)`}
          aria-describedby={isHeldBack ? warningId : undefined}
          placeholder={t`Topic (optional)`}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton label={t`Suggest a topic`} onClick={suggest}>
          <ShuffleIcon size={22} />
        </IconButton>
      </div>
      <p id={warningId} className={styles.warning} role="status">
        {isHeldBack &&
          t`For your own safety this topic will not be shown: no links, numbers or names elsewhere until you both like each other.`}
      </p>
    </div>
  );
}
