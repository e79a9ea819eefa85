/** A copy without the item if it was included, else with it. */
export function toggled(chosen: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const others = new Set(chosen);
  if (!others.delete(one)) others.add(one);
  return others;
}
