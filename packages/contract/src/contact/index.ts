import { namesAccount } from './accounts.ts';
import { holdsLink } from './links.ts';
import { holdsPhone } from './phones.ts';
import { legible } from './legible.ts';

/**
 * Whether a text holds contact details: a telephone number, an address, a handle, an invitation to another service.
 * Server and browser share it, so that a field can say so before anything is sent.
 */
export function holdsContact(text: string): boolean {
  const line = legible(text);
  return holdsLink(line) || namesAccount(line) || holdsPhone(line);
}
