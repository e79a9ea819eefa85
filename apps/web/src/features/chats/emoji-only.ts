const MOST = 3;
const EMOJI_ONLY = /^(?:\p{RGI_Emoji}\s*)+$/v;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One to three emoji and nothing else: they are shown large. */
export function isEmojiOnly(content: string): boolean {
  // Longer ones need no look; three families with skin tones fit.
  if (content.length > 120 || !EMOJI_ONLY.test(content)) return false;
  const graphemes = [...segmenter.segment(content)].filter(({ segment }) => segment.trim() !== '');
  return graphemes.length <= MOST;
}
