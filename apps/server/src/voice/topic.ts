const ADDRESS = /https?:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|io|me|gg|app|tv|link|info)\b/i;
const HANDLE = /\S@\S|(?:^|\s)@\w{2,}/;
const PHONE = /(?:\d[\s().-]{0,2}){7,}/;
/** Controls and marks that turn the direction of text; joiners stay, scripts and emoji need them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A topic as a stranger may read it; null: none. Contact details would undo the anonymity of whoever writes them. */
export function screenTopic(topic: string | null | undefined): string | null {
  const line = (topic ?? '').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();
  if (!VISIBLE.test(line) || ADDRESS.test(line) || HANDLE.test(line) || PHONE.test(line)) return null;
  return line;
}
