import { useLingui } from '@lingui/react/macro';
import type { Icon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { productName } from '../lib/product.ts';
import { useAppState } from '../state/store.ts';
import { ChatsCircleIcon, FlagIcon, GearSixIcon, NotePencilIcon, SunHorizonIcon, UserIcon } from '../ui/icons.ts';
import { later } from '../ui/later.tsx';
import { Mark } from '../ui/scene/index.ts';
import styles from './nav.module.css';
import { placeOf, type Place } from './places.ts';

const UnreadBadge = later(async () => (await import('./UnreadBadge.tsx')).UnreadBadge);
const NewsBadge = later(async () => (await import('./NewsBadge.tsx')).NewsBadge);
const CasesBadge = later(async () => (await import('./CasesBadge.tsx')).CasesBadge);

/** A bar at the foot of phones, a rail on wider screens. A half sun marks the current tab. */
export function Nav() {
  const { t } = useLingui();
  const isModerator = useAppState(({ user }) => user?.isModerator ?? false);
  return (
    <nav className={styles.nav} aria-label={t`Main`}>
      <Link to="/home" className={styles.brand} aria-label={productName()}>
        <Mark size={34} />
      </Link>
      <Tab name={t`Home`} icon={SunHorizonIcon} to="/home">
        <NewsBadge />
      </Tab>
      <Tab name={t`Moments`} icon={NotePencilIcon} to="/mode1" />
      <Tab name={t`Chats`} icon={ChatsCircleIcon} to="/chats">
        <UnreadBadge />
      </Tab>
      <Tab name={t({ message: 'You', context: 'navigation' })} icon={UserIcon} to="/profile" />
      {isModerator && (
        <Tab name={t`Reports`} icon={FlagIcon} to="/moderation">
          <CasesBadge />
        </Tab>
      )}
      <Tab name={t`Settings`} icon={GearSixIcon} to="/settings" place="foot" />
    </nav>
  );
}

interface TabProps {
  name: string;
  icon: Icon;
  to: Place;
  /** At the foot of the rail, not in the bar. */
  place?: 'foot';
  /** The badge. */
  children?: ReactNode;
}

function Tab({ name, icon: Glyph, to, place, children }: TabProps) {
  const { pathname } = useLocation();
  const here = placeOf(pathname) === to;
  return (
    <Link to={to} className={styles.tab} data-place={place} aria-current={here ? 'page' : undefined}>
      <Glyph size={26} weight={here ? 'fill' : 'regular'} />
      <span className={styles.name}>{name}</span>
      {children}
    </Link>
  );
}
