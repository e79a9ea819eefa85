/* Parses the JSON that the server wrote into the page; invalid entries are left out. */

export interface SocialLink {
  name: string;
  url: string;
}

/** A sign-in provider. */
export interface Provider {
  id: string;
  name: string;
}

/** Links to the operator's other pages. */
export function readSocialLinks(written: string): SocialLink[] {
  return listIn(written).filter(isSocialLink);
}

export function readProviders(written: string): Provider[] {
  return listIn(written).filter(isProvider);
}

function listIn(written: string): unknown[] {
  try {
    const list: unknown = JSON.parse(written);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isSocialLink(one: unknown): one is SocialLink {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('url' in one)) return false;
  return typeof one.name === 'string' && typeof one.url === 'string' && /^https?:\/\//.test(one.url);
}

function isProvider(one: unknown): one is Provider {
  if (typeof one !== 'object' || one === null || !('id' in one) || !('name' in one)) return false;
  return typeof one.id === 'string' && typeof one.name === 'string';
}
