import type * as z from 'zod/mini';
import { chatCallables } from './chats.ts';
import { directCallCallables } from './direct-calls.ts';
import { mediaCallables } from './media.ts';
import { moderationCallables, statementCallables } from './moderation.ts';
import { nearbyCallables } from './nearby.ts';
import { notificationCallables } from './notifications.ts';
import { deviceCallables, homeCallables, peopleCallables, profileEditCallables } from './people.ts';
import { postCallables } from './posts.ts';
import { privacyCallables } from './privacy.ts';
import { safetyCallables } from './safety.ts';
import { textMatchCallables } from './text-match.ts';
import { voiceCallables } from './voice.ts';

/** Every callable of the wire that has a schema, by its wire name. */
export const CALLABLES = {
  ...peopleCallables,
  ...profileEditCallables,
  ...deviceCallables,
  ...homeCallables,
  ...safetyCallables,
  ...statementCallables,
  ...moderationCallables,
  ...voiceCallables,
  ...directCallCallables,
  ...chatCallables,
  ...mediaCallables,
  ...notificationCallables,
  ...nearbyCallables,
  ...postCallables,
  ...textMatchCallables,
  ...privacyCallables,
} as const;

export type CallableName = keyof typeof CALLABLES;
/** Input as the server parses it. */
export type Input<Name extends CallableName> = z.output<(typeof CALLABLES)[Name]['input']>;
/** Input as a caller may write it. */
export type InputDraft<Name extends CallableName> = z.input<(typeof CALLABLES)[Name]['input']>;
export type Output<Name extends CallableName> = z.output<(typeof CALLABLES)[Name]['output']>;

export function isCallable(name: string): name is CallableName {
  return Object.hasOwn(CALLABLES, name);
}
export const CALLABLE_NAMES: readonly CallableName[] = Object.keys(CALLABLES).filter(isCallable);
