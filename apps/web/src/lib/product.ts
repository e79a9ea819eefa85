import { readProviders, readSocialLinks, type Provider, type SocialLink } from './written.ts';

/** The parts around the first o, which is drawn; the server fills them in, after the build rendered the screens. */
const UNKNOWN_NAME = '%NAME_HEAD%o%NAME_TAIL%';

/** The product's name, as the server wrote it into the page. */
export function productName(): string {
  return typeof document === 'undefined' ? UNKNOWN_NAME : written('application-name');
}

/** The sign-in providers. */
export function providers(): Provider[] {
  return readProviders(written('providers'));
}

/** Links to the operator's other pages. */
export function socialLinks(): SocialLink[] {
  return readSocialLinks(written('social-links'));
}

/** Empty at build time, when the first screens are rendered without a page. */
function written(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
