import { holdsContact } from '@yonder/contract';

/**
 * A topic as a stranger may read it; null: none. Contact details would undo the anonymity of whoever writes them. They are
 * not refused, since the topic comes with the acknowledgement of a match: the field has said so before.
 */
export function screenTopic(topic: string | null | undefined): string | null {
  return topic && !holdsContact(topic) ? topic : null;
}
