const MOST = 3;
/** Every emoji contains one of these; most messages contain none. */
const SOME_EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

let oneEmoji: RegExp | undefined;

/** The pattern is compiled on first use: that takes a slow phone a tenth of a second. */
function isEmoji(grapheme: string): boolean {
  oneEmoji ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  return oneEmoji.test(grapheme);
}

/**
 * Whether the text is one to three emoji, which are shown large. Tests each grapheme: a hand with a skin tone matches as one
 * emoji or two, so a pattern of several would try every combination.
 */
export function isEmojiOnly(content: string): boolean {
  // Longer texts cannot match; three families with skin tones fit.
  if (content.length > 120 || !SOME_EMOJI.test(content)) return false;
  const graphemes = [...segmenter.segment(content)].map(({ segment }) => segment.trim()).filter(Boolean);
  return graphemes.length <= MOST && graphemes.every(isEmoji);
}
