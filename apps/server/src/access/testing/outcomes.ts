import type { Reason } from '@yonder/contract';
import type { Outcome, Relation } from './scene.ts';

type Outcomes = Record<Relation, Outcome>;

/** Each for themself. */
export const everybodys: Outcomes = { owner: 'ok', participant: 'ok', stranger: 'ok', blocked: 'ok' };

/** The owner's alone. */
export function owners(refusal: Outcome): Outcomes {
  return { owner: 'ok', participant: refusal, stranger: refusal, blocked: refusal };
}

/** The two's. */
export function theirs(stranger: Outcome, blocked: Outcome): Outcomes {
  return { owner: 'ok', participant: 'ok', stranger, blocked };
}

export function nobodys(refusal: Reason): Outcomes {
  return { owner: refusal, participant: refusal, stranger: refusal, blocked: refusal };
}
