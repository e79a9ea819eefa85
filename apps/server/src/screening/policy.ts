import { EFFECTS, type Effect, type FoundEffect } from './words.ts';

/** Texts that strangers read. */
export const TEXT_KINDS = ['posts', 'comments', 'names', 'bios', 'topics', 'interests', 'hellos', 'messages'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];
/** The effect of a built-in word; off: none. */
export const LISTED_EFFECTS = [...EFFECTS, 'off'] as const;
export type Policy = Readonly<Record<TextKind, (typeof LISTED_EFFECTS)[number]>>;

/** Names and interests are blocked: stars in one would say more than the word. */
export const DEFAULT_POLICY: Policy = {
  posts: 'mask',
  comments: 'mask',
  names: 'block',
  bios: 'mask',
  topics: 'mask',
  interests: 'block',
  hellos: 'mask',
  messages: 'mask',
};

/** Parses the setting: one effect for all, or some by kind. Undefined: neither. */
export function readPolicy(text: string): Policy | undefined {
  const one = LISTED_EFFECTS.find((effect) => effect === text);
  if (one) return policyOf((kind) => [kind, one]);
  const given = parsed(text);
  if (given === undefined) return undefined;
  const effects = new Map(Object.entries(given));
  if ([...effects.keys()].some((kind) => !TEXT_KINDS.some((known) => known === kind))) return undefined;
  if ([...effects.values()].some((effect) => !LISTED_EFFECTS.some((known) => known === effect))) return undefined;
  return policyOf((kind) => [
    kind,
    LISTED_EFFECTS.find((known) => known === effects.get(kind)) ?? DEFAULT_POLICY[kind],
  ]);
}

function policyOf(entry: (kind: TextKind) => [TextKind, Policy[TextKind]]): Policy {
  return { ...DEFAULT_POLICY, ...Object.fromEntries(TEXT_KINDS.map(entry)) };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function effectOf(found: FoundEffect, kind: TextKind, policy: Policy): Effect | 'off' {
  return found === 'listed' ? policy[kind] : found;
}
