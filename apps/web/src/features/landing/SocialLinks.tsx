import type { Icon } from '@phosphor-icons/react';
import type { SocialLink } from '../../lib/written.ts';
import { DiscordLogoIcon, GlobeSimpleIcon, InstagramLogoIcon, TiktokLogoIcon, XLogoIcon } from '../../ui/icons.ts';
import styles from './footer.module.css';

const LOGOS = [
  ['instagram.com', InstagramLogoIcon],
  ['x.com', XLogoIcon],
  ['tiktok.com', TiktokLogoIcon],
  ['discord.com', DiscordLogoIcon],
  ['discord.gg', DiscordLogoIcon],
] as const;

/** Links to the operator's other pages: known services by logo, others by a globe. */
export function SocialLinks({ links }: { links: readonly SocialLink[] }) {
  return (
    <ul className={styles.social}>
      {links.map(({ name, url }) => {
        const Logo = logoOf(url);
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" aria-label={name} title={name}>
              <Logo size={26} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function logoOf(url: string): Icon {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return LOGOS.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? GlobeSimpleIcon;
}
