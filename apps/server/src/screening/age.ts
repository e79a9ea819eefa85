import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Rate } from '@yonder/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/http/address.ts';

/** External services that assure ages, by country. */
export interface AgeServices {
  /** ISO 3166 → the address to which its users are sent. */
  urls: Readonly<Record<string, string>>;
  /** Shared with all of them. */
  secret: string;
}

export interface AgeOptions {
  database: Database;
  clock: Clock;
  limits: Pick<Limits, 'take'>;
  /** Null: no user is sent anywhere. */
  services: AgeServices | null;
}

/** Per network. */
export const ASSURING: Rate = { burst: 60, perMinute: 60, kind: 'sliced' };
const PATH = '/api/v1/age';
const STATE_MS = 3_600_000;

const stateOf = z.object({ userId: z.uuid(), country: z.string(), until: z.number() });
const answered = z.object({ state: z.string(), answer: z.enum(['yes', 'no']), signature: z.string() });

/**
 * Asks a country's service by redirect: {url}?state=…&returnTo=…. The service sends the browser to returnTo with the
 * state, answer=yes or no, and signature=hex(HMAC-SHA256(secret, "{state}.{answer}")). The state names the user and is
 * sealed with the same secret. It is valid for an hour, and repeating it is harmless.
 */
export function createAgeAssurance({ database, clock, limits, services }: AgeOptions) {
  function sealed(userId: string, country: string): string {
    const content = { userId, country, until: clock.now() + STATE_MS };
    const state = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${state}.${sign(`state.${state}`)}`;
  }

  function opened(sealedState: string): z.infer<typeof stateOf> {
    const [state = '', seal = ''] = sealedState.split('.');
    expectSignature(seal, `state.${state}`);
    const content = stateOf.parse(JSON.parse(Buffer.from(state, 'base64url').toString()));
    if (content.until <= clock.now()) throw new DomainError('bad-input');
    return content;
  }

  function sign(content: string): string {
    return createHmac('sha256', services?.secret ?? '')
      .update(content)
      .digest('hex');
  }

  function expectSignature(given: string, content: string): void {
    const [one, other] = [Buffer.from(given), Buffer.from(sign(content))];
    if (services === null || one.length !== other.length || !timingSafeEqual(one, other))
      throw new DomainError('bad-input');
  }

  async function isAssured(userId: string, country: string): Promise<boolean> {
    const row = await database.read
      .selectFrom('screening.assured_age')
      .where('user_id', '=', userId)
      .where('country', '=', country)
      .select('user_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async function learn(query: unknown): Promise<void> {
    const { success, data } = answered.safeParse(query);
    if (!success) throw new DomainError('bad-input');
    const { state, answer, signature } = data;
    expectSignature(signature, `${state}.${answer}`);
    const { userId: user_id, country } = opened(state);
    if (answer === 'no') return;
    await database.transaction(async (tx) => {
      const row = { user_id, country, assured_at: tx.now };
      await tx.db
        .insertInto('screening.assured_age')
        .values(row)
        .onConflict((known) => known.doNothing())
        .execute();
    });
  }

  return {
    /** @throws DomainError 'age-not-assured' with the service's address. */
    async expect({ userId, region, origin }: { userId: string; region: string; origin: string }): Promise<void> {
      const country = region.slice(0, 2);
      const service = services?.urls[country];
      if (service === undefined || (await isAssured(userId, country))) return;
      const url = new URL(service);
      url.searchParams.set('state', sealed(userId, country));
      url.searchParams.set('returnTo', `${origin}${PATH}`);
      throw new DomainError('age-not-assured', { url: url.href });
    },

    /** GET /api/v1/age: the service's answer; redirects to /home. */
    routes(app: FastifyInstance): void {
      app.get('/api/v1/age', async (request, reply) => {
        await limits.take(['age', networkOf(request.address)], ASSURING);
        await learn(request.query);
        return reply.redirect('/home', 303);
      });
    },
  };
}
