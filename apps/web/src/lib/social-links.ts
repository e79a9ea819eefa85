export interface SocialLink {
  name: string;
  url: string;
}

/** Where the operator is found elsewhere, as the server wrote it into the page; what is none is left out. */
export function readSocialLinks(written: string): SocialLink[] {
  try {
    const list: unknown = JSON.parse(written);
    return Array.isArray(list) ? list.filter(isSocialLink) : [];
  } catch {
    return [];
  }
}

function isSocialLink(one: unknown): one is SocialLink {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('url' in one)) return false;
  return typeof one.name === 'string' && typeof one.url === 'string' && /^https?:\/\//.test(one.url);
}
