import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@phosphor-icons/react';
import { Link } from 'react-router';
import { useAppState } from '../../state/store.ts';
import {
  BellIcon,
  CaretRightIcon,
  DownloadSimpleIcon,
  FlagIcon,
  GavelIcon,
  InfoIcon,
  MapPinIcon,
  SparkleIcon,
  TrashIcon,
} from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

/** Links to pages that users look for in the settings. */
export function More() {
  const { t } = useLingui();
  const isPaid = useAppState(({ user }) => user?.isPaid ?? false);
  return (
    <nav className={styles.general} aria-labelledby="more">
      <h2 id="more" className={text.title}>{t`More`}</h2>
      <Row to="/notifications" icon={BellIcon} name={t`Notifications`} />
      <Row to="/nearby" icon={MapPinIcon} name={t`Explore Nearby`} hint={t`Only a rough distance, never a place`} />
      <Row to="/upgrade" icon={SparkleIcon} name={t`Premium`} hint={isPaid ? t`You have it` : t`Free plan`} />
      <Row to="/settings/reports" icon={FlagIcon} name={t`My reports`} />
      <Row to="/settings/decisions" icon={GavelIcon} name={t`Decisions about my account`} />
      <Row to="/settings/data" icon={DownloadSimpleIcon} name={t`Export my data`} />
      <Row to="/settings/delete" icon={TrashIcon} name={t`Delete my account`} />
      <Row to="/about" icon={InfoIcon} name={t`About Us`} />
    </nav>
  );
}

interface RowProps {
  to: string;
  icon: Icon;
  name: string;
  hint?: string;
}

function Row({ to, icon: Glyph, name, hint }: RowProps) {
  return (
    <Link to={to} className={styles.row}>
      <Glyph size={24} />
      <span className={styles.name}>
        {name}
        {hint && <small className={styles.hint}>{hint}</small>}
      </span>
      <CaretRightIcon size={18} data-turns="" />
    </Link>
  );
}
