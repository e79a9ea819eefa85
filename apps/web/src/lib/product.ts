import { readSocialLinks, type SocialLink } from './social-links.ts';

/** The product's name, as the server wrote it into the page. */
export function productName(): string {
  return written('application-name');
}

/** Where the operator is found elsewhere. */
export function socialLinks(): SocialLink[] {
  return readSocialLinks(written('social-links'));
}

/** At build time, when the first screen is drawn, there is no page yet. */
function written(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
