import { holdsContact } from '@yonder/contract';

/** Controls and marks that turn the direction of text; joiners stay, scripts and emoji need them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A topic as a stranger may read it; null: none. Contact details would undo the anonymity of whoever writes them. They are
 * not refused, since the topic comes with the acknowledgement of a match: the field has said so before.
 */
export function screenTopic(topic: string | null | undefined): string | null {
  const line = (topic ?? '').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
  return VISIBLE.test(line) && !holdsContact(line) ? line : null;
}
