/** With the one taken away where it was there, else added. */
export function toggled(chosen: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const others = new Set(chosen);
  if (!others.delete(one)) others.add(one);
  return others;
}
