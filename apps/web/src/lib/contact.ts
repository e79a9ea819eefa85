/** The href of the operator's contact, if it is an e-mail or web address; null: text only. */
export function addressOf(contact: string): string | null {
  if (/^https?:\/\/\S+$/.test(contact)) return contact;
  return /^[^\s@:/]+@[^\s@:/]+$/.test(contact) ? `mailto:${contact}` : null;
}
