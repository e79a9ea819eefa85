import type { ChatRoom } from '@yonder/contract';

/** Letters that do not decompose, as users type them. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe' };

/** Rooms with a name that has every word of the query, ignoring accents, case and width. */
export function found(
  rooms: readonly ChatRoom[],
  wanted: string,
  shown: (name: string) => string,
): readonly ChatRoom[] {
  const words = folded(wanted)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rooms;
  return rooms.filter(({ other }) => {
    const name = folded(shown(other.name));
    return words.every((word) => name.includes(word));
  });
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[øłđħæœ]/g, (letter) => PLAIN[letter] ?? letter);
}
