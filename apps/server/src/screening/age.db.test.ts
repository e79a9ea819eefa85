import { createHmac } from 'node:crypto';
import { CallError } from '@yonder/client';
import { TERMS_VERSION } from '@yonder/contract';
import { expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const SECRET = 'shared-with-the-service';
const world = await World.start({
  settings: { AGE_ASSURANCE: '{"DE":"https://age.example/check?for=yonder"}', AGE_ASSURANCE_SECRET: SECRET },
});

function begin(person: Person, region: string) {
  const answers = {
    birthDate: '1990-01-01',
    name: person.name,
    region,
    languages: ['en'],
    termsVersion: TERMS_VERSION,
  };
  return person.tab().call('completeOnboarding', answers);
}

async function sentTo(person: Person): Promise<URL> {
  const error = await begin(person, 'DE-BE').catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error('they were let in');
  expect(error.reason).toBe('age-not-assured');
  return new URL(error.url!);
}

const { database } = world;
const signed = (content: string, secret = SECRET): string => createHmac('sha256', secret).update(content).digest('hex');

async function back(state: string, answer: string, signature: string): Promise<{ status: number; to: string | null }> {
  const query = new URLSearchParams({ state, answer, signature });
  const response = await fetch(`${world.url}/api/v1/age?${query}`, { redirect: 'manual' });
  return { status: response.status, to: response.headers.get('location') };
}

test('whoever begins in such a country is sent to its service, and let in once that has said yes', async () => {
  const dora = await world.newcomer('Dora');
  const url = await sentTo(dora);
  expect(`${url.origin}${url.pathname}`).toBe('https://age.example/check');
  expect(url.searchParams.get('for')).toBe('yonder');
  expect(url.searchParams.get('returnTo')).toBe(`${world.url}/api/v1/age`);
  const state = url.searchParams.get('state')!;
  expect(await back(state, 'no', signed(`${state}.no`))).toEqual({ status: 303, to: '/home' });
  await sentTo(dora);
  expect(await back(state, 'yes', signed(`${state}.yes`))).toEqual({ status: 303, to: '/home' });
  expect(await back(state, 'yes', signed(`${state}.yes`))).toEqual({ status: 303, to: '/home' });
  expect((await begin(dora, 'DE-BE')).region).toBe('DE-BE');
});

test('an answer that is forged, for somebody else or late lets nobody in', async () => {
  const [emil, fay] = [await world.newcomer('Emil'), await world.newcomer('Fay')];
  const state = (await sentTo(emil)).searchParams.get('state')!;
  const [content = '', seal = ''] = state.split('.');
  const other = Buffer.from(content, 'base64url').toString().replace(emil.userId, fay.userId);
  const forged = `${Buffer.from(other).toString('base64url')}.${seal}`;
  const tries = [
    back(state, 'yes', signed(`${state}.yes`, 'another-secret-of-theirs')),
    back(state, 'yes', signed(`${state}.no`)),
    back(state, 'maybe', signed(`${state}.maybe`)),
    back(forged, 'yes', signed(`${forged}.yes`)),
    back('', 'yes', signed('.yes')),
  ];
  for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
  const before = Buffer.from(JSON.stringify({ userId: fay.userId, country: 'DE', until: world.clock.now() }));
  const late = `${before.toString('base64url')}.${signed(`state.${before.toString('base64url')}`)}`;
  expect((await back(late, 'yes', signed(`${late}.yes`))).status).toBe(400);
  await sentTo(emil);
  await sentTo(fay);
});

test('whoever moves to such a country is sent there, too, and not by an edit that moves nobody', async () => {
  const hal = await world.join('Hal');
  const edit = (region: string) => hal.tab().call('updateProfile', { region, bio: 'I moved.' });
  const refused = await edit('DE-BE').catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ reason: 'age-not-assured' });
  const state = new URL((refused as CallError).url!).searchParams.get('state')!;
  await back(state, 'yes', signed(`${state}.yes`));
  expect((await edit('DE-BE')).region).toBe('DE-BE');
  await database.read.deleteFrom('screening.assured_age').execute();
  expect((await edit('DE-BE')).bio).toBe('I moved.');
});

test('elsewhere nobody is sent anywhere', async () => {
  expect((await begin(await world.newcomer('Gus'), 'TW')).region).toBe('TW');
});
