import { CALLABLES, FOR_MODERATORS, isReason, type CallableName } from '@yonder/contract';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Answer } from '../../testing/doors.ts';
import type { Member } from './cast.ts';
import type { Outcome, Scene } from './scene.ts';

/** What nobody may say of themselves, or of anything. */
export const SMUGGLED = {
  isPaid: true,
  role: 'moderator',
  isModerator: true,
  senderId: 'system',
  createdAt: 0,
  status: 'mutual-like',
  userId: '00000000-0000-7000-8000-000000000000',
  erasesAt: null,
  commentOpportunities: 999,
} as const;

const answered = z.object({ result: z.unknown() });
const refused = z.object({ error: z.object({ details: z.object({ reason: z.string() }) }) });

/** With all of what may not be said beside what is asked. */
export function smuggling(data: unknown): unknown {
  return typeof data === 'object' ? { ...SMUGGLED, ...data } : data;
}

/** What came out; an answer holds what the contract says and nothing else. */
export function outcomeOf(name: CallableName, { status, body }: Answer): Outcome {
  if (status !== 200) {
    const { reason } = refused.parse(body).error.details;
    if (!isReason(reason)) throw new Error(`${name} refused for ${reason}`);
    return reason;
  }
  const { result } = answered.parse(body);
  expect(CALLABLES[name].output.parse(result), `what ${name} answers`).toEqual(result);
  return isNothing(result) ? 'nothing' : 'ok';
}

/** As a list that has nothing in it, or a state of nothing. */
function isNothing(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false;
  const values = Object.values(result).filter((value) => value !== null && value !== 0);
  return (
    Object.values(result).some(Array.isArray) && values.every((value) => Array.isArray(value) && value.length === 0)
  );
}

/** Whoever has nothing to do with it reads nothing of it. */
export async function askFromOutside(
  { secret }: Scene,
  who: Member,
  [name, data]: readonly [CallableName, unknown],
): Promise<Outcome> {
  const answer = await who.send(name, data);
  const isTheirs = FOR_MODERATORS.has(name) || JSON.stringify(data).includes(secret);
  if (!isTheirs) expect(JSON.stringify(answer.body), `what ${name} tells strangers`).not.toContain(secret);
  return outcomeOf(name, answer);
}
