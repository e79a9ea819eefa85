const MOST = 3;
/** One of these is in every emoji; most messages have none. */
const SOME_EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

let emojiOnly: RegExp | undefined;

/** All of them, made once there is one to look at: that takes a slow phone a tenth of a second. */
function allEmoji(): RegExp {
  emojiOnly ??= new RegExp(String.raw`^(?:\p{RGI_Emoji}\s*)+$`, 'v');
  return emojiOnly;
}

/** One to three emoji and nothing else: they are shown large. */
export function isEmojiOnly(content: string): boolean {
  // Longer ones need no look; three families with skin tones fit.
  if (content.length > 120 || !SOME_EMOJI.test(content) || !allEmoji().test(content)) return false;
  const graphemes = [...segmenter.segment(content)].filter(({ segment }) => segment.trim() !== '');
  return graphemes.length <= MOST;
}
