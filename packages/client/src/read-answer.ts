import type * as z from 'zod/mini';

/** A reaction in a message in a list: each round drops one more layer. */
const MOST_ROUNDS = 4;
const GONE = Symbol('gone');
/** Changes of messages that the page has: without one its message would stay outdated for ever. */
const WHOLE = 'changes';

/**
 * Parses an answer without the list elements that this page does not understand, from a newer server or newer Unicode.
 * One unknown reaction closes no chat. What lies in no list must parse, and so must each change of a message. Returns
 * what `safeParse` does.
 */
export function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, value: unknown) {
  let rest = value;
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(rest);
    if (parsed.success || round === MOST_ROUNDS) return parsed;
    rest = structuredClone(rest);
    const lists = new Set<unknown[]>();
    for (const { path } of parsed.error.issues) {
      const list = leaveOut(rest, path);
      if (list === null) return parsed;
      lists.add(list);
    }
    for (const list of lists) list.splice(0, list.length, ...list.filter((element) => element !== GONE));
  }
}

/** Marks the innermost list element on the way to an issue and returns its list; null where there is none. */
function leaveOut(value: unknown, path: readonly PropertyKey[]): unknown[] | null {
  let found: { list: unknown[]; index: number } | null = null;
  let at = value;
  let name: PropertyKey | undefined;
  for (const key of path) {
    if (Array.isArray(at) && typeof key === 'number' && name !== WHOLE) found = { list: at, index: key };
    if (typeof at !== 'object' || at === null) break;
    at = Reflect.get(at, key);
    name = key;
  }
  if (found !== null) found.list[found.index] = GONE;
  return found && found.list;
}
