/** What was learnt last, by two keys: the newest, and at least half as many as are kept at most. */
export interface Recent<Value extends object> {
  get(one: string, other: string): Value | undefined;
  put(one: string, other: string, value: Value): void;
}

/**
 * By the one, then by the other: of both joined to a text, each time anew, a hash would have to be made. Two ages, since the
 * eldest key of one map is slow to find.
 */
export function createRecent<Value extends object>(atMost: number): Recent<Value> {
  type Age = Map<string, Map<string, Value>>;
  let young: Age = new Map();
  let old: Age = new Map();
  let count = 0;

  function put(one: string, other: string, value: Value): void {
    if (count >= atMost / 2) {
      old = young;
      young = new Map();
      count = 0;
    }
    const theirs = young.get(one) ?? new Map<string, Value>();
    if (theirs.size === 0) young.set(one, theirs);
    if (!theirs.has(other)) count += 1;
    theirs.set(other, value);
  }

  return {
    put,
    get(one, other) {
      const known = young.get(one)?.get(other);
      if (known !== undefined) return known;
      const forgotten = old.get(one)?.get(other);
      if (forgotten !== undefined) put(one, other, forgotten);
      return forgotten;
    },
  };
}
