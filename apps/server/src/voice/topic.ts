import { holdsContact } from '@yonder/contract';

/**
 * Returns the topic as a stranger may read it; null for none. Contact details would end the author's anonymity. They
 * are dropped, not rejected: the topic comes with an acknowledgement, and the field has warned before.
 */
export function screenTopic(topic: string | null | undefined): string | null {
  return topic && !holdsContact(topic) ? topic : null;
}
