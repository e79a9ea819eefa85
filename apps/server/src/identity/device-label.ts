import Bowser from 'bowser';

const MAX_LENGTH = 80;
/** Real user agents have some hundred characters; a longer one gets no label. */
const LONGEST_NAME = 1_000;

/** Returns what a user agent says, such as "Chrome on Android"; empty when it says nothing known. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '' || userAgent.length > LONGEST_NAME) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name]
    .filter((name) => name !== undefined && name !== '')
    .join(' on ')
    .slice(0, MAX_LENGTH);
}
