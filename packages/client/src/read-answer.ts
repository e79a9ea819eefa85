import type * as z from 'zod/mini';

/** A reaction in a message in a list: each round leaves out one layer more. */
const MOST_ROUNDS = 4;
const GONE = Symbol('gone');
/** Changes of messages that are here already: one left out would leave its message as it was for ever. */
const WHOLE = 'changes';

/**
 * What a newer server, or one that knows more of Unicode, says of a list is read without the elements this page does not
 * understand: one reaction closes no chat. What lies in no list has to be understood, and each change of a message. Answers as `safeParse` does.
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

/** Marks the innermost element on the way to an issue and answers its list; null where there is none. */
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
