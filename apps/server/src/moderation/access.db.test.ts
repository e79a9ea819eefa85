import { describe, expect, test, vi } from 'vitest';
import { openCourt, refusalOf, user } from './testing/court.ts';

const court = await openCourt();
const { world, as, report } = court;
const { ann, bob } = world;
const [mod, judged] = [await court.moderator('Maud'), await court.moderator('Judged')];
const suspended = await world.join('Out');
await report(ann, user(judged), 'hate');
await report(mod, user(bob), 'hate');
await report(ann, user(suspended), 'hate');
const { caseId, number } = await court.caseOf(mod, judged);
const { caseId: byReport, number: numberByReport } = await court.caseOf(judged, bob);
const out = await court.caseOf(mod, suspended);
const reasons = { ground: 'hate', text: 'No.' } as const;
await as(mod).call('decideCase', { caseId: out.caseId, action: 'suspend', hours: 10, ...reasons });
await vi.waitUntil(async () => (await refusalOf(as(suspended).call('listBlocks'))) === 'suspended');
const [statement] = (await as(suspended).call('listStatements')).statements;
const { statementId } = statement!;

const OWN = {
  getCase: { caseId },
  takeCase: { caseId },
  releaseCase: { caseId },
  decideCase: { caseId, action: 'dismiss' },
} as const;

async function statusOf(name: string, data: unknown, token: string): Promise<[number, unknown]> {
  const response = await fetch(`${world.url}/api/v1/call/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data }),
  });
  return [response.status, (await response.json()).error?.details?.reason];
}

describe('a moderator handles no case about themself, nor one they have reported', () => {
  test.each(Object.entries(OWN))('%s', async (name, input) => {
    const token = (await judged.token()).accessToken;
    expect(await statusOf(name, input, token)).toEqual([403, 'own-case']);
    expect(await statusOf(name, { ...input, caseId: byReport }, (await mod.token()).accessToken)).toEqual([
      403,
      'own-case',
    ]);
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

  test('nor does a count, the log of all cases or an event tell that there is one', async () => {
    for (const [who, hidden] of [
      [judged, number],
      [mod, numberByReport],
    ] as const) {
      const { cases, open } = await as(who).call('listCases', { list: 'open' });
      expect(open).toBe(cases.length);
      const { entries } = await as(who).call('listAudit', {});
      expect(entries.map(({ caseNumber }) => caseNumber)).not.toContain(hidden);
    }
    const heard: number[] = [];
    const tab = judged.tab();
    tab.live.on('moderation.updated', ({ open }) => void heard.push(open));
    const stop = tab.live.start();
    await expect.poll(() => tab.live.status.get()).toBe('online');
    const [dan, eve] = [await world.join('Dan'), await world.join('Eve')];
    await report(dan, user(judged), 'hate');
    await report(dan, user(eve), 'hate');
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard).toEqual([(await as(judged).call('listCases', { list: 'open' })).cases.length]);
    stop();
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
