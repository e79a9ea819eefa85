import { useLingui } from '@lingui/react/macro';
import { random } from '../lib/clock.ts';
import { IconButton } from './IconButton.tsx';
import { ChatTeardropTextIcon, ShuffleIcon } from './icons.ts';
import styles from './topic-field.module.css';

interface TopicFieldProps {
  value: string;
  maxLength: number;
  onChange: (topic: string) => void;
}

/** What one would like to talk about; whoever has no idea lets the dice find one. */
export function TopicField({ value, maxLength, onChange }: TopicFieldProps) {
  const { t } = useLingui();
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
    <div className={styles.topic}>
      <ChatTeardropTextIcon size={20} />
      <input
        value={value}
        maxLength={maxLength}
        dir={value === '' ? undefined : 'auto'}
        autoComplete="off"
        aria-label={t`Topic (optional)`}
        placeholder={t`Topic (optional)`}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton label={t`Suggest a topic`} onClick={suggest}>
        <ShuffleIcon size={22} />
      </IconButton>
    </div>
  );
}
