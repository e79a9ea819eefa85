import { CALLABLE_NAMES, FOR_MODERATORS, OPEN_TO, statementCallables, type CallableName } from '@yonder/contract';
import { describe, expect, test, vi } from 'vitest';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, report } = court;
const { ann, bob } = world;
const [mod, judged] = [await court.moderator('Mod'), await court.moderator('Judged')];
const [newcomer, suspended] = [await world.newcomer('New'), await world.join('Out')];
await report(ann, user(judged), 'hate');
await report(mod, user(bob), 'hate');
await report(ann, user(suspended), 'hate');
const { caseId } = await court.caseOf(mod, judged);
const byReport = (await court.caseOf(judged, bob)).caseId;
const out = await court.caseOf(mod, suspended);
const reasons = { ground: 'hate', text: 'No.' } as const;
await as(mod).call('decideCase', { caseId: out.caseId, action: 'suspend', hours: 10, ...reasons });
await vi.waitUntil(async () => (await refusalOf(as(suspended).call('listBlocks'))) === 'suspended');
const [statement] = (await as(suspended).call('listStatements')).statements;
const { statementId } = statement!;

const INPUTS: Partial<Record<CallableName, unknown>> = {
  listCases: { list: 'open' },
  getCase: { caseId },
  takeCase: { caseId },
  releaseCase: { caseId },
  decideCase: { caseId, action: 'dismiss' },
  approveBan: { statementId, approve: true },
  decideAppeal: { statementId, outcome: 'upheld', text: 'No.' },
  listAudit: {},
};
const NAMES = [...FOR_MODERATORS];

async function statusOf(name: string, data: unknown, token?: string): Promise<[number, unknown]> {
  const response = await fetch(`${world.url}/api/v1/call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ data }),
  });
  return [response.status, (await response.json()).error?.details?.reason];
}

test('every callable for moderators has an input here', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(INPUTS).toSorted());
});

describe.each(NAMES)('%s', (name) => {
  test.each([
    ['a member', ann, [403, 'not-a-moderator']],
    ['a newcomer', newcomer, [400, 'onboarding-required']],
    ['somebody suspended', suspended, [403, 'suspended']],
  ] as const)('refuses %s', async (_kind, who, refusal) => {
    expect(await statusOf(name, INPUTS[name], (await who.token()).accessToken)).toEqual(refusal);
  });

  test('refuses whoever is signed out', async () => {
    expect(await statusOf(name, INPUTS[name])).toEqual([401, 'not-authenticated']);
  });
});

describe('a moderator handles no case about themself, nor one they have reported', () => {
  const OWN = ['getCase', 'takeCase', 'releaseCase', 'decideCase'] as const;
  test.each(OWN)('%s', async (name) => {
    const token = (await judged.token()).accessToken;
    expect(await statusOf(name, INPUTS[name], token)).toEqual([403, 'own-case']);
    const own = { ...Object(INPUTS[name]), caseId: byReport };
    expect(await statusOf(name, own, (await mod.token()).accessToken)).toEqual([403, 'own-case']);
  });

  test('neither is in their lists, nor its log', async () => {
    for (const [who, hidden] of [
      [judged, caseId],
      [mod, byReport],
    ] as const) {
      const { cases } = await as(who).call('listCases', { list: 'open' });
      expect(cases.map((one) => one.caseId)).not.toContain(hidden);
      expect(await refusalOf(as(who).call('listAudit', { caseId: hidden }))).toBe('own-case');
    }
  });
});

test('a moderator whose role was taken is none within 2 s', async () => {
  const passing = await court.moderator('Passing');
  expect((await as(passing).call('listCases', { list: 'open' })).open).toBeGreaterThan(0);
  const accounts = world.database.read.updateTable('identity.account').where('user_id', '=', passing.userId);
  await accounts.set({ role: null }).execute();
  await world.advance(2_000);
  await expect.poll(() => refusalOf(as(passing).call('listCases', { list: 'open' }))).toBe('not-a-moderator');
  expect(await as(mod).call('getProfile')).toMatchObject({ isModerator: true });
  expect(await as(passing).call('getProfile')).toMatchObject({ isModerator: false });
});

test('other people’s statements are not there', async () => {
  expect((await as(ann).call('listStatements')).statements).toEqual([]);
  const appeal = as(ann).call('appealStatement', { statementId, text: 'For a friend.' });
  expect(await refusalOf(appeal)).toBe('statement-not-found');
});

test('whoever is suspended may call what the contract says, and nothing else', async () => {
  const { accessToken } = await suspended.token();
  // But for what signs them out.
  for (const name of CALLABLE_NAMES.filter((one) => one !== 'requestDeletion')) {
    const [, reason] = await statusOf(name, INPUTS[name] ?? null, accessToken);
    if (OPEN_TO.suspended.includes(name)) expect([name, reason]).not.toEqual([name, 'suspended']);
    else expect([name, ['suspended', 'bad-input'].includes(String(reason))]).toEqual([name, true]);
  }
  for (const name of Object.keys(statementCallables)) expect(OPEN_TO.suspended).toContain(name);
});
