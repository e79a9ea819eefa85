/*
 * First come, first served: the front of the queue gets a partner first, and no user waits for a better one. Preferences
 * only choose when there is a choice, and fewer of them the longer the front has waited:
 *
 *    0 s ──── language and region, language, region, anybody ──── 7.5 s ──── language, anybody ──── 15 s ──── anybody
 *
 * Among equals the first in the queue comes first.
 */
import { FIXED } from '@yonder/contract';
import type { Waiting } from '../engagement/index.ts';

/** `a` waited longer: nearer to the front. */
export interface Match {
  a: Waiting;
  b: Waiting;
}

export interface Rules {
  now: number;
  /** Whether a hard rule is known to keep them apart. Symmetric. */
  refused(one: string, other: string): boolean;
  atMost: number;
}

type Preference = 'language and region' | 'language' | 'region' | 'anybody';

/** `waiting` is in the order of slots. Takes time in proportion to the users and to the refused pairs met. */
export function match(waiting: readonly Waiting[], { now, refused, atMost }: Rules): Match[] {
  const lines = linesOf(waiting);
  const gone = new Set<Waiting>();
  const matches: Match[] = [];
  for (const front of waiting) {
    if (matches.length >= atMost) break;
    if (gone.has(front)) continue;
    // A front without a partner is refused by all that are left, so later ones need not try it.
    gone.add(front);
    const partner = choose(front, { lines, gone, refused, now });
    if (!partner) continue;
    gone.add(partner);
    matches.push({ a: front, b: partner });
  }
  return matches;
}

interface Choice extends Pick<Rules, 'now' | 'refused'> {
  lines(preference: Preference): ReadonlyMap<string, Line>;
  gone: ReadonlySet<Waiting>;
}

function choose(front: Waiting, { lines, gone, refused, now }: Choice): Waiting | undefined {
  for (const preference of preferencesAfter(now - front.since)) {
    const key = keyOf(front, preference);
    const line = key === undefined ? undefined : lines(preference).get(key);
    const found = line && firstFree(line, gone, (other) => refused(front.userId, other.userId));
    if (found) return found;
  }
  return undefined;
}

function preferencesAfter(waitedMs: number): readonly Preference[] {
  if (waitedMs >= FIXED.widenPreferencesMs) return ['anybody'];
  if (waitedMs >= FIXED.widenPreferencesMs / 2) return ['language', 'anybody'];
  return ['language and region', 'language', 'region', 'anybody'];
}

/** A bucket of users alike, in the order of slots; those before `head` are gone. */
interface Line {
  people: Waiting[];
  head: number;
}

/** Builds the buckets of a preference on first use: a crowd of one language needs one of the four. */
function linesOf(waiting: readonly Waiting[]): (preference: Preference) => ReadonlyMap<string, Line> {
  const made = new Map<Preference, ReadonlyMap<string, Line>>();
  return (preference) => {
    const known = made.get(preference);
    if (known) return known;
    const lines = lineUp(waiting, preference);
    made.set(preference, lines);
    return lines;
  };
}

function lineUp(waiting: readonly Waiting[], preference: Preference): Map<string, Line> {
  const lines = new Map<string, Line>();
  for (const person of waiting) {
    const key = keyOf(person, preference);
    if (key === undefined) continue;
    const line = lines.get(key);
    if (line) line.people.push(person);
    else lines.set(key, { people: [person], head: 0 });
  }
  return lines;
}

/** Undefined when the user has no value for the preference. */
function keyOf({ language, region }: Waiting, preference: Preference): string | undefined {
  switch (preference) {
    case 'language and region':
      return language !== null && region !== null ? `both ${language} ${region}` : undefined;
    case 'language':
      return language !== null ? `language ${language}` : undefined;
    case 'region':
      return region !== null ? `region ${region}` : undefined;
    case 'anybody':
      return 'anybody';
    default:
      return preference satisfies never;
  }
}

function firstFree(line: Line, gone: ReadonlySet<Waiting>, refused: (other: Waiting) => boolean): Waiting | undefined {
  const { people } = line;
  while (line.head < people.length && gone.has(people[line.head]!)) line.head++;
  for (let i = line.head; i < people.length; i++) {
    const other = people[i]!;
    if (!gone.has(other) && !refused(other)) return other;
  }
  return undefined;
}
