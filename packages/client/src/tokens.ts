import type { TokenAnswer } from '@yonder/contract';
import { errorOfReason } from './call-error.ts';
import type { ClientClock } from './clock.ts';
import { withinTime } from './time-limit.ts';

/** Asks for a new access token; null when signed out. */
export type GetToken = () => Promise<TokenAnswer | null>;

export interface Token {
  accessToken: string;
  /** By this machine's clock. */
  renewAt: number;
}

export interface Tokens {
  /** Returns a token that is good for a while, without waiting. */
  held(): Token | undefined;
  /** Returns the held token, or a new one. Rejects with CallError 'unauthenticated' when signed out. */
  get(): Promise<Token>;
  /** Drops a token that the server no longer accepts. */
  forget(token: string): void;
}

/** A token is renewed after this part of its life, so that a slow network has the rest. */
const RENEW_AFTER = 0.8;
/** A request that the network has lost must not keep back the next. */
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
