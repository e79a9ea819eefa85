/** The entry that this is; undefined when it is none. For the landing page, which does without a schema library. */
export function oneOf<Entry>(list: readonly Entry[], value: unknown): Entry | undefined {
  return list.find((entry) => entry === value);
}
