import Bowser from 'bowser';

const MAX_LENGTH = 80;
/** Browsers name themselves in some hundred characters; what is longer is nobody's honest name. */
const LONGEST_NAME = 1_000;

/** "Chrome on Android": what a browser says of itself, in a few words; empty when it says nothing known. */
export function deviceLabel(userAgent: string): string {
  if (userAgent === '' || userAgent.length > LONGEST_NAME) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name]
    .filter((name) => name !== undefined && name !== '')
    .join(' on ')
    .slice(0, MAX_LENGTH);
}
