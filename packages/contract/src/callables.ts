import type * as z from 'zod/mini';
import { chatCallables } from './chats.ts';
import { directCallCallables } from './direct-calls.ts';
import { LATER } from './later.ts';
import { mediaCallables } from './media.ts';
import { notificationCallables } from './notifications.ts';
import { peopleCallables, safetyCallables } from './people.ts';
import { textMatchCallables } from './text-match.ts';
import { voiceCallables } from './voice.ts';

/** Every callable of the wire that has a schema, by its wire name. */
export const CALLABLES = {
  ...peopleCallables,
  ...safetyCallables,
  ...voiceCallables,
  ...directCallCallables,
  ...chatCallables,
  ...mediaCallables,
  ...notificationCallables,
  ...textMatchCallables,
} as const;

export type CallableName = keyof typeof CALLABLES;
export type LaterName = (typeof LATER)[number];
/** Parsed on the server. */
export type Input<Name extends CallableName> = z.output<(typeof CALLABLES)[Name]['input']>;
/** What a caller may write. */
export type InputDraft<Name extends CallableName> = z.input<(typeof CALLABLES)[Name]['input']>;
export type Output<Name extends CallableName> = z.output<(typeof CALLABLES)[Name]['output']>;

export function isCallable(name: string): name is CallableName {
  return Object.hasOwn(CALLABLES, name);
}
export function isLater(name: string): name is LaterName {
  return (LATER as readonly string[]).includes(name);
}
export const CALLABLE_NAMES: readonly CallableName[] = Object.keys(CALLABLES).filter(isCallable);
