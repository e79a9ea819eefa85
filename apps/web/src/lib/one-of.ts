/** The entry equal to `value`; undefined: none. For the landing page, which has no schema library. */
export function oneOf<Entry>(list: readonly Entry[], value: unknown): Entry | undefined {
  return list.find((entry) => entry === value);
}
