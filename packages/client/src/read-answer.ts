import type * as z from 'zod/mini';

/** A reaction in a message in a list: each round leaves out one layer more. */
const MOST_ROUNDS = 4;

/**
 * What a newer server, or one that knows more of Unicode, says of a list is read without the elements this page does not
 * understand: one reaction closes no chat. What lies in no list has to be understood. Answers as `safeParse` does.
 */
export function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, value: unknown) {
  let parsed = schema.safeParse(value);
  let rest = value;
  for (let round = 0; round < MOST_ROUNDS && !parsed.success; round += 1) {
    const fewer = without(rest, parsed.error.issues);
    if (fewer === null) return parsed;
    rest = fewer;
    parsed = schema.safeParse(rest);
  }
  return parsed;
}

/** Without the innermost element of a list that each issue is about; null where one of them is about none. */
function without(value: unknown, issues: readonly { path: readonly PropertyKey[] }[]): unknown {
  const copy: unknown = structuredClone(value);
  const elements = new Map<string, { list: unknown[]; index: number; depth: number }>();
  for (const { path } of issues) {
    const found = innermost(copy, path);
    if (found === null) return null;
    elements.set(path.slice(0, found.depth + 1).join('/'), found);
  }
  // From the end, so that the others stay where they are.
  const inOrder = [...elements.values()].toSorted((one, other) => other.depth - one.depth || other.index - one.index);
  for (const { list, index } of inOrder) list.splice(index, 1);
  return copy;
}

function innermost(value: unknown, path: readonly PropertyKey[]) {
  let found: { list: unknown[]; index: number; depth: number } | null = null;
  let at = value;
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(at) && typeof key === 'number') found = { list: at, index: key, depth };
    if (typeof at !== 'object' || at === null) break;
    at = Reflect.get(at, key);
  }
  return found;
}
