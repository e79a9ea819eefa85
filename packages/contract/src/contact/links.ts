const SCHEME = /\bhttps?:\/\/|(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]/iu;
const SHORTENED =
  /(?<![\p{L}\p{N}])(?:t|wa|m|fb|line|discord|instagr|youtu|bit|tinyurl|linktr|onlyfans)\.(?:me|gg|am|be|ly|com|ee)\/[\p{L}\p{N}]/iu;
/** Endings that no word has after a forgotten space. */
const ENDINGS =
  'com|net|org|info|biz|io|gg|app|tv|link|xyz|site|online|club|dev|page|live|chat|tech|shop|store|blog|ly|ee|de|ru|cn|jp|kr|tw|hk|uk|fr|nl|pl|br|mx|sa|ae|eg';
/** The limits of a host name. They are loose enough for every name, and let each position be looked at once. */
const PART = String.raw`[\p{L}\p{N}-]{1,63}`;
const BARE = new RegExp(
  String.raw`(?<![\p{L}\p{N}@])[\p{L}\p{N}]${PART}\.(?:${PART}\.){0,4}(?:${ENDINGS})(?![\p{L}\p{N}-])`,
  'giu',
);
/** Any ending counts when a path follows. */
const WITH_PATH = /(?<![\p{L}\p{N}.])[\p{L}\p{N}][\p{L}\p{N}-]{1,63}\.[a-z]{2,12}\/[\p{L}\p{N}]/iu;
const TECHNOLOGY = /^(?:asp\.net|socket\.io|vb\.net|ado\.net|ml\.net|draw\.io)$/i;
const SPELT =
  /[\p{L}\p{N}]\s?(?:\(dot\)|\[dot\]|\sdot\s|\spunto\s|\spunkt\s|点|點|닷|ドット|\sدوت\s)\s?(?:com|net|org|de|es|io|me|tw|jp|kr)(?!\p{L})/iu;

const MAIL = /[\p{L}\p{N}._%+-]\s?@\s?[\p{L}\p{N}-]+\.[\p{L}]{2,}/u;
const AT = String.raw`(?:@|\(at\)|\[at\]|\sat\s|\sarroba\s|\sät\s|\s?艾特\s?|\s?アット\s?|\s?골뱅이\s?|\sات\s)`;
const MAIL_SPELT = new RegExp(
  String.raw`[\p{L}\p{N}]\s?${AT}\s?(?:gmail|hotmail|outlook|icloud|protonmail|proton|gmx|naver|daum|yahoo\s?(?:dot|\.|punto)|qq|163)(?!\p{L})`,
  'iu',
);

/** Expects a line from `legible`. */
export function holdsLink(line: string): boolean {
  if (SCHEME.test(line) || MAIL.test(line) || MAIL_SPELT.test(line) || SPELT.test(line)) return true;
  // Most lines have no full stop within a word.
  if (!/[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(line)) return false;
  return (
    SHORTENED.test(line) || WITH_PATH.test(line) || line.match(BARE)?.some((name) => !TECHNOLOGY.test(name)) === true
  );
}
