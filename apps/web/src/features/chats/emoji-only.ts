const MOST = 3;
/** One of these is in every emoji; most messages have none. */
const SOME_EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

let oneEmoji: RegExp | undefined;

/** Made once there is one to look at: that takes a slow phone a tenth of a second. */
function isEmoji(grapheme: string): boolean {
  oneEmoji ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  return oneEmoji.test(grapheme);
}

/**
 * One to three emoji and nothing else: they are shown large. One by one: a hand with a skin tone is one emoji or two, so a
 * pattern of several tries each of thirty both ways.
 */
export function isEmojiOnly(content: string): boolean {
  // Longer ones need no look; three families with skin tones fit.
  if (content.length > 120 || !SOME_EMOJI.test(content)) return false;
  const graphemes = [...segmenter.segment(content)].map(({ segment }) => segment.trim()).filter(Boolean);
  return graphemes.length <= MOST && graphemes.every(isEmoji);
}
