import { CALLABLE_NAMES, OPEN_TO, type CallableName, type SafetyTarget } from '@yonder/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hearQueries } from '../testing/heard-queries.ts';
import { sequentialScans } from '../testing/plans.ts';
import { World } from '../testing/world.ts';
import { askFromOutside, outcomeOf, smuggling } from './testing/asking.ts';
import { openCast, type Member } from './testing/cast.ts';
import { ROWS } from './testing/rows.ts';
import { openScene, RELATIONS, STANDINGS, type Outcome, type Relation, type Scene } from './testing/scene.ts';

const CLOSED = { newcomer: 'onboarding-required', suspended: 'suspended', leaving: 'leaving' } as const;

const STATEMENT = /^\s*(?:--.*\n\s*)*(?:select|with|insert|update|delete)\b/i;
const OF_THE_SCENE = 'delete from "engagement"."engagement"';
const A_ROW_A_NODE = ['server_key', 'node'];

const heard = hearQueries();
const world = await World.start({
  settings: { REMATCH_SECONDS: '0', CAN_DISLIKE_SECONDS: '0', MATCH_ACK_SECONDS: '600' },
});
const cast = await openCast(world);

type Kind = Relation | (typeof STANDINGS)[number] | 'signed out';

/** What the table says, and what the contract opens to whom. */
function expected(name: CallableName): Record<Kind, Outcome> {
  const { outcome, open = {} } = ROWS[name];
  const openTo = (standing: keyof typeof CLOSED): Outcome =>
    OPEN_TO[standing].includes(name) ? (open[standing] ?? outcome.stranger) : CLOSED[standing];
  return {
    ...outcome,
    moderator: open.moderator ?? outcome.stranger,
    ...{ newcomer: openTo('newcomer'), suspended: openTo('suspended'), leaving: openTo('leaving') },
    'signed out': 'not-authenticated',
  };
}

interface Prepared {
  scene: Scene;
  data: unknown;
  known: 'by name' | 'by call' | 'by room';
}

async function prepare(name: CallableName): Promise<Prepared> {
  const scene = await openScene(world, cast);
  const { ask, known = 'by name' } = ROWS[name];
  return { scene, data: smuggling(await ask(scene)), known };
}

const asked = z.object({ callId: z.optional(z.string()), chatRoomId: z.optional(z.string()) });

function targetOf(participant: Member, { data, known }: Pick<Prepared, 'data' | 'known'>): SafetyTarget {
  if (known === 'by name') return { type: 'user', id: participant.userId };
  const { callId = '', chatRoomId = '' } = asked.parse(data);
  return known === 'by call' ? { type: 'call', id: callId } : { type: 'chatRoom', id: chatRoomId };
}

async function askerOf({ scene, data, known }: Prepared, relation: Relation): Promise<Member> {
  const { owner, participant } = scene;
  if (relation === 'owner') return owner;
  if (relation === 'blocked') await owner.call('blockUser', { target: targetOf(participant, { data, known }) });
  return participant;
}

async function outcomes(name: CallableName): Promise<Record<string, Outcome>> {
  const found: Record<string, Outcome> = {};
  for (const relation of RELATIONS.filter((one) => one !== 'stranger')) {
    const prepared = await prepare(name);
    const asker = await askerOf(prepared, relation);
    found[relation] = outcomeOf(name, await asker.send(name, prepared.data));
    await leave(name, asker);
  }
  const { scene, data } = await prepare(name);
  found['signed out'] = outcomeOf(name, await askSignedOut(name, data));
  for (const kind of [...STANDINGS, 'stranger'] as const) {
    const who = kind === 'stranger' ? await cast.member() : await cast[kind]();
    found[kind] = await askFromOutside(scene, who, [name, data]);
    await leave(name, who);
  }
  return found;
}

async function leave(name: CallableName, who: Member): Promise<void> {
  const { after } = ROWS[name];
  if (after !== undefined) await who.send(after);
}

async function askSignedOut(name: CallableName, data: unknown) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) };
  const response = await fetch(`${world.url}/api/v1/call/${name}`, init);
  return { status: response.status, body: await response.json() };
}

test('every callable has a row', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(CALLABLE_NAMES.toSorted());
});

test.each(CALLABLE_NAMES)('%s: who gets what', async (name) => {
  expect(await outcomes(name)).toEqual(expected(name));
});

test('none of the statements behind them reads a table that grows from end to end', async () => {
  heard.stop();
  const statements = [...heard.texts].filter((text) => STATEMENT.test(text) && text !== OF_THE_SCENE);
  expect(statements.length).toBeGreaterThan(250);
  const scans: string[] = [];
  for (const text of statements) {
    const tables = await sequentialScans(world.database, { text });
    if (tables.some((table) => !A_ROW_A_NODE.includes(table))) scans.push(`${tables.join(', ')}: ${text}`);
  }
  expect(scans).toEqual([]);
});

test('nothing that was smuggled in beside what was asked has come through', async () => {
  const { read } = world.database;
  const paid = await read.selectFrom('profiles.profile').where('is_paid', '=', true).select('user_id').execute();
  const strangers = await read
    .selectFrom('identity.account')
    .where('role', 'is not', null)
    .where('provider', '<>', 'load')
    .select('user_id')
    .execute();
  const system = await read
    .selectFrom('chats.message')
    .where('sender_id', 'is', null)
    .where('content', 'like', '%only two may read%')
    .select('content')
    .execute();
  const old = await read.selectFrom('chats.message').where('created_at', '<', new Date(1)).select('seq').execute();
  expect({ paid, strangers, system, old }).toEqual({ paid: [], strangers: [], system: [], old: [] });
});
