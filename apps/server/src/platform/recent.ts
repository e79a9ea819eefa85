/** A cache by two keys: it keeps the newest values, and at least half of `atMost`. */
export interface Recent<Value extends object> {
  get(one: string, other: string): Value | undefined;
  put(one: string, other: string, value: Value): void;
}

/**
 * Nested maps: a joined key would be hashed anew each time. Two generations: the eldest key of one map is slow to find.
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
