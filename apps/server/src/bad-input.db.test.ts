import { randomUUID } from 'node:crypto';
import { CALLABLE_NAMES, CALLABLES, type CallableName } from '@yonder/contract';
import { expect, test } from 'vitest';
import { openHttp, openSocket } from './testing/doors.ts';
import { createChance, mutate, type Chance } from './testing/mutations.ts';
import { seedOf, sizeOf } from './testing/size.ts';
import { World } from './testing/world.ts';

const INPUTS = sizeOf({ small: 10_000, full: 1_000_000 });
const seed = seedOf();
/** So many users share the inputs that few of them meet a rate limit. */
const PEOPLE = 9;
const ROUND = 1_000;
const REMEMBERED_IDS = 60;
/** The two left out take no input, and end the session: no call could follow. */
const NAMES = CALLABLE_NAMES.filter((name) => name !== 'signOutEverywhere' && name !== 'requestDeletion');

const world = await World.start();
const others = await Promise.all(Array.from({ length: PEOPLE - 3 }, (_, i) => world.join(`Person ${i}`)));
const people = [world.ann, world.bob, world.cem, ...others];

interface Attempt {
  name: CallableName;
  data: unknown;
  status: number;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Each user sends their share, one call after the other; `ids` collects the ids that come back. */
async function sendRound(count: number, { chance, ids }: { chance: Chance; ids: string[] }): Promise<Attempt[]> {
  const shares = people.map((person, i) => ({
    open: i % 2 === 0 ? openHttp : openSocket,
    person,
    inputs: Array<[CallableName, unknown]>(),
  }));
  for (let i = 0; i < count; i++) {
    const name = NAMES[i % NAMES.length]!;
    const share = shares[Math.floor(i / NAMES.length) % shares.length]!;
    share.inputs.push([name, mutate(CALLABLES[name].input, { chance, ids })]);
  }
  const attempts = shares.map(async ({ open, person, inputs }) => {
    const { accessToken } = await person.token();
    const door = await open({ url: world.url, accessToken, tabId: `tab-of-${person.userId}` });
    const made: Attempt[] = [];
    for (const [name, data] of inputs) {
      const { status, body } = await door.send(name, data);
      made.push({ name, data, status });
      // A user that named their own device would be signed out.
      if (name === 'listDevices') continue;
      for (const [id] of JSON.stringify(body).matchAll(UUID)) if (!ids.includes(id)) ids.push(id);
    }
    door.close();
    return made;
  });
  const all = (await Promise.all(attempts)).flat();
  ids.splice(0, ids.length - REMEMBERED_IDS);
  return all;
}

test(
  `${INPUTS} mutated inputs to every callable, over both transports: no crash and no 5xx (seed ${seed})`,
  { timeout: 60_000 + 60 * INPUTS },
  async () => {
    const chance = createChance(seed);
    const ids = [...people.map(({ userId }) => userId), randomUUID()];
    const attempts: Attempt[] = [];
    for (let done = 0; done < INPUTS; done += ROUND) {
      attempts.push(...(await sendRound(Math.min(ROUND, INPUTS - done), { chance, ids })));
      // Buckets fill up again, calls end, deadlines pass.
      await world.advance(30_000);
    }
    const broken = attempts.filter(({ status }) => status === 0 || status >= 500);
    expect(broken.map(({ name, status, data }) => [name, status, JSON.stringify(data)?.slice(0, 300)])).toEqual([]);
    const counted = Object.groupBy(attempts, ({ status }) => status);
    // The inputs are of use when some get through and a limit stops few.
    expect(counted[200]?.length ?? 0).toBeGreaterThan(INPUTS / 20);
    expect(counted[429]?.length ?? 0).toBeLessThan(INPUTS / 20);
    expect(await world.ann.tab().call('getProfile')).toMatchObject({ relation: 'self', isPaid: false });
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  },
);
