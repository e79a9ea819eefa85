import { addressOf } from '../lib/contact.ts';

/** What the operator wrote as their contact. */
export function ContactLink({ contact }: { contact: string }) {
  const address = addressOf(contact);
  return address === null ? <bdi>{contact}</bdi> : <a href={address}>{contact}</a>;
}
