import type { TokenAnswer } from '@yonder/contract';
import { errorOfReason } from './call-error.ts';
import type { ClientClock } from './clock.ts';
import { withinTime } from './time-limit.ts';

/** Asks for a fresh bearer; null when nobody is signed in. */
export type GetToken = () => Promise<TokenAnswer | null>;

export interface Token {
  accessToken: string;
  /** By this machine's clock. */
  renewAt: number;
}

export interface Tokens {
  /** A bearer that still holds for a while, at once. */
  held(): Token | undefined;
  /** The held one, or a fresh one. Rejects with CallError 'unauthenticated' when nobody is signed in. */
  get(): Promise<Token>;
  /** What is held is not accepted any more. */
  forget(token: string): void;
}

/** A bearer is renewed when this part of its life is over, so that a slow network has the rest. */
const RENEW_AFTER = 0.8;
/** One question that the network has swallowed must not keep the next from being asked. */
const ASK_MS = 8_000;

export function createTokens({ getToken, clock }: { getToken: GetToken; clock: ClientClock }): Tokens {
  let held: Token | undefined;
  let asking: Promise<Token> | undefined;

  async function ask(): Promise<Token> {
    const answer = await withinTime({ clock, ms: ASK_MS }, getToken);
    if (answer === null) throw errorOfReason('not-authenticated');
    const renewAt = clock.now() + answer.expiresIn * 1_000 * RENEW_AFTER;
    held = { accessToken: answer.accessToken, renewAt };
    return held;
  }

  const stillGood = (): Token | undefined => (held && held.renewAt > clock.now() ? held : undefined);
  return {
    held: stillGood,
    async get() {
      const good = stillGood();
      if (good) return good;
      asking ??= ask().finally(() => (asking = undefined));
      return asking;
    },
    forget(token) {
      if (held?.accessToken === token) held = undefined;
    },
  };
}
