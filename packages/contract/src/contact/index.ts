import { namesAccount } from './accounts.ts';
import { holdsLink } from './links.ts';
import { holdsPhone } from './phones.ts';
import { legible } from './legible.ts';

/**
 * Whether somebody could be found elsewhere by this: a telephone number, an address, a handle, an invitation to another
 * service. Server and browser ask the same, so that a field can say it before anything is sent.
 */
export function holdsContact(text: string): boolean {
  const line = legible(text);
  return holdsLink(line) || namesAccount(line) || holdsPhone(line);
}
