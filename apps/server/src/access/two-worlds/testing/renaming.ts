const TOKEN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]{20,})*/g;

/** Replaces ids, aliases, cursors and signatures by the order in which they first appear in one world. */
export interface Renaming {
  /** The names that are the same in both worlds from the beginning. */
  give(token: string, name: string): void;
  rename(text: string): string;
}

export function createRenaming(): Renaming {
  const names = new Map<string, string>();
  function nameOf(token: string): string {
    const known = names.get(token) ?? `<${names.size} of ${token.length}>`;
    names.set(token, known);
    return known;
  }
  return {
    give: (token, name) => void names.set(token, `<${name}>`),
    rename: (text) =>
      text
        .replaceAll(TOKEN, nameOf)
        // A copy of one's data is compressed: its size follows from the random ids in it.
        .replaceAll(/"bytes":\d+/g, '"bytes":0')
        // Each world's relay has a port of its own.
        .replaceAll(/(turns?:[\w.]+):\d+/g, '$1:port'),
  };
}
