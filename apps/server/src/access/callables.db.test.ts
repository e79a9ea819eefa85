import { CALLABLE_NAMES, OPEN_TO, type CallableName, type SafetyTarget } from '@yonder/contract';
import { sql } from 'kysely';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { claimRows, forgetStatistics } from '../testing/claimed-rows.ts';
import { hearQueries } from '../testing/heard-queries.ts';
import { likedScans, sequentialScans } from '../testing/plans.ts';
import { World } from '../testing/world.ts';
import { askFromOutside, outcomeOf, smuggling } from './testing/asking.ts';
import { openCast, type Member } from './testing/cast.ts';
import { liveOn } from './testing/later.ts';
import { ROWS } from './testing/rows.ts';
import { openScene, RELATIONS, STANDINGS, type Outcome, type Relation, type Scene } from './testing/scene.ts';

const CLOSED = { newcomer: 'onboarding-required', suspended: 'suspended', leaving: 'leaving' } as const;

const STATEMENT = /^\s*(?:--.*\n\s*)*(?:select|with|insert|update|delete)\b/i;
/** Said by who sets the scene and watches, not by the product. */
const OF_THE_TEST = [
  /^delete from "engagement"\."(?:engagement|connection_record)"$/,
  /^select "id" from "(?:voice|text_match)"\."session" where "a" in/,
  /pg_stat_activity/,
];
/** Of a server: its keys, its nodes, the operator's words, the partitions of its tables. */
const SMALL = ['server_key', 'node', 'word', 'pg_inherits'];
const READS_WHOLE = [
  // An erasure, once in a life and beside the deadlines: see docs/decisions/0028-leaving.md.
  /^update "voice"\."past_call" set "other_id" = gen_random_uuid\(\)/,
  /^select "id" from "chats"\."room" where \("a" = \$1 or "b" = \$2\)/,
  /^delete from "push"\."outgoing" where \("user_id" = \$1 or "about" = \$2\)$/,
  /^DELETE FROM platform\.rate_bucket WHERE position\(/,
  // A node that has just started: where those are who were connected to nodes that are gone.
  /^delete from "platform"\."presence" where "node_id" not in \(/,
];
const LATER_MS = 40 * 86_400_000;
const ROWS_CLAIMED = 1_000_000;

const SOURCES = join(import.meta.dirname, '..');
const hotTexts = new Set(
  globSync('**/*.sql', { cwd: SOURCES }).map((file) => readFileSync(join(SOURCES, file), 'utf8')),
);

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
    newcomer: openTo('newcomer'),
    suspended: openTo('suspended'),
    leaving: openTo('leaving'),
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

test('nothing that was smuggled in beside what was asked has come through', async () => {
  heard.stop();
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

describe('of the statements behind them, and behind what falls due within 40 days', () => {
  const statements: string[] = [];

  test('none reads a table that grows from end to end', { timeout: 60_000 }, async () => {
    const later = hearQueries();
    await liveOn(world, LATER_MS);
    later.stop();
    const product = [...heard.texts.union(later.texts)].filter(
      (text) => STATEMENT.test(text) && !OF_THE_TEST.some((own) => own.test(text)),
    );
    statements.push(...product.filter((text) => !READS_WHOLE.some((known) => known.test(text))));
    expect(statements.length).toBeGreaterThan(300);
    expect(await readingWhole(statements, (text) => sequentialScans(world.database, { text }))).toEqual([]);
  });

  test(`nor where each table has ${ROWS_CLAIMED} rows, as the planner likes it best`, { timeout: 60_000 }, async () => {
    const { database } = world;
    await forgetStatistics(database);
    // Of so many nearly all are closed, and the badge counts the others.
    await sql`UPDATE moderation.case SET state = 'closed', closed_at = opened_at`.execute(database.read);
    await sql`ANALYZE moderation.case (state)`.execute(database.read);
    const unclaimed = await claimRows(database, ROWS_CLAIMED);
    // A month to come, or a share of the rooms that no room of this run fell into.
    expect(unclaimed.filter(({ siblingIsClaimed }) => !siblingIsClaimed)).toEqual([]);
    const empty = new Set(unclaimed.map(({ name }) => name));
    const liked = async (text: string) => {
      // A lane takes no sequential scan where there is another way.
      const isHot = hotTexts.has(text);
      const tables = await (isHot ? sequentialScans(database, { text }) : likedScans(database, { text }));
      return tables.filter((table) => !empty.has(table));
    };
    expect(await readingWhole(statements, liked)).toEqual([]);
  });
});

async function readingWhole(texts: readonly string[], scansOf: (text: string) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    const tables = (await scansOf(text)).filter((table) => !SMALL.includes(table));
    if (tables.length > 0) found.push(`${tables.join(', ')}: ${text}`);
  }
  return found;
}
