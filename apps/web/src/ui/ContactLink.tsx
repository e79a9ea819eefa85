import { addressOf } from '../lib/contact.ts';

/** The operator's contact, as a link if it is an address. */
export function ContactLink({ contact }: { contact: string }) {
  const address = addressOf(contact);
  return address === null ? <bdi>{contact}</bdi> : <a href={address}>{contact}</a>;
}
