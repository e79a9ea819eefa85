import { readProviders, readSocialLinks, type Provider, type SocialLink } from './written.ts';

/** Around its first o, which is drawn: the server knows them when the first screens are long drawn. */
const UNKNOWN_NAME = '%NAME_HEAD%o%NAME_TAIL%';

/** The product's name, as the server wrote it into the page. */
export function productName(): string {
  return typeof document === 'undefined' ? UNKNOWN_NAME : written('application-name');
}

/** Whom people sign in with. */
export function providers(): Provider[] {
  return readProviders(written('providers'));
}

/** Where the operator is found elsewhere. */
export function socialLinks(): SocialLink[] {
  return readSocialLinks(written('social-links'));
}

/** At build time, when the first screens are drawn, there is no page yet. */
function written(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
