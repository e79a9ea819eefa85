import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@yonder/client';
import type { CallableName, TokenAnswer } from '@yonder/contract';
import { sealBearer, TOKEN_KEYS } from '../../identity/index.ts';
import { openAccount, openSession } from '../../identity/store.ts';
import { loadServerKeys } from '../../platform/keys.ts';
import { createLog } from '../../platform/log.ts';
import { makeLoadUsers } from '../../seeding/index.ts';
import { openHttp, type Answer } from '../../testing/doors.ts';
import type { World } from '../../testing/world.ts';

/** Somebody with a bearer, who sends what they like. */
export interface Member {
  userId: string;
  tabId: string;
  accessToken: string;
  token(): Promise<TokenAnswer>;
  /** Their tab's; its live socket is down until it is started. */
  tab: Client;
  send(name: CallableName, data?: unknown): Promise<Answer>;
  /** What has to go well, so that there is something to ask for. */
  call: Client['call'];
}

/** People of every standing, as many as are asked for, each signed in. */
export interface Cast {
  member(): Promise<Member>;
  moderator(): Promise<Member>;
  suspended(): Promise<Member>;
  leaving(): Promise<Member>;
  newcomer(): Promise<Member>;
}

const TTL_SECONDS = 86_400;
const BATCH = 100;
const SEEN_BY_ALL_NODES_MS = 3_000;

/** Made in batches: a matrix takes hundreds of each. */
export async function openCast(world: World): Promise<Cast> {
  const { database, clock, url } = world;
  const keys = await loadServerKeys({ database, clock, log: createLog({ level: 'silent' }), purposes: [TOKEN_KEYS] });
  const expiresAt = clock.now() + TTL_SECONDS * 1_000;
  const accounts = (userIds: readonly string[]) =>
    database.read.updateTable('identity.account').where('user_id', 'in', userIds);

  function personOf(userId: string, accessToken: string): Member {
    const tabId = `tab-${randomUUID()}`;
    const { send } = openHttp({ url, accessToken, tabId });
    const token = async () => ({ accessToken, userId, expiresIn: TTL_SECONDS });
    const tab = createClient({ baseUrl: url, tabId, getToken: token });
    return { userId, tabId, accessToken, token, send, tab, call: tab.call };
  }
  const membersWith =
    (become: (userIds: readonly string[]) => Promise<unknown>) =>
    async (count: number): Promise<Member[]> => {
      const made = await Array.fromAsync(makeLoadUsers({ database, keys, count, ttlSeconds: TTL_SECONDS }));
      const userIds = made.map(({ userId }) => userId);
      await become(userIds);
      return Promise.all(userIds.map((userId) => signedUp({ onboarded: true }, userId)));
    };
  async function signedUp(state: { onboarded: boolean; leaving?: true }, userId: string): Promise<Member> {
    const session = { userId, expiresAt: new Date(expiresAt) };
    const { sid } = await database.transaction((tx) => openSession(tx, session));
    return personOf(userId, sealBearer({ userId, sid, expiresAt, ...state }, keys.signing(TOKEN_KEYS)));
  }
  const openNewcomer = (): Promise<Member> =>
    database
      .transaction((tx) => openAccount(tx, { provider: 'access', subject: randomUUID(), suggestedName: 'New' }))
      .then((userId) => signedUp({ onboarded: false }, userId));

  const members = pool(membersWith(async () => {}));
  const moderators = pool(
    membersWith(async (ids) => {
      await accounts(ids).set({ role: 'moderator' }).execute();
      await world.advance(SEEN_BY_ALL_NODES_MS);
    }),
  );
  const suspended = pool(
    membersWith(async (ids) => {
      await accounts(ids).set({ suspended_until: 'infinity' }).execute();
      await world.advance(SEEN_BY_ALL_NODES_MS);
    }),
  );
  const going = pool(
    membersWith(async (ids) => {
      await accounts(ids)
        .set({ erases_at: new Date(expiresAt) })
        .execute();
      const profiles = database.read.updateTable('profiles.profile').where('user_id', 'in', ids);
      await profiles.set({ is_leaving: true }).execute();
    }),
  );
  return {
    member: members,
    moderator: moderators,
    suspended,
    leaving: async () =>
      signedUp(
        {
          onboarded: true,
          leaving: true,
        },
        (await going()).userId,
      ),
    newcomer: openNewcomer,
  };
}

function pool(make: (count: number) => Promise<Member[]>): () => Promise<Member> {
  let left: Member[] = [];
  return async () => {
    if (left.length === 0) left = await make(BATCH);
    const next = left.pop();
    if (!next) throw new Error('nobody was made');
    return next;
  };
}
