/** Where the operator's contact leads: an e-mail address and a web address can be followed, anything else is only read. */
export function addressOf(contact: string): string | null {
  if (/^https?:\/\/\S+$/.test(contact)) return contact;
  return /^[^\s@:/]+@[^\s@:/]+$/.test(contact) ? `mailto:${contact}` : null;
}
