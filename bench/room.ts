import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { enter } from '../e2e/support/entrance.ts';
import { makeFriends } from '../e2e/support/friends.ts';
import { Participant, type PersonId } from '../e2e/support/participant.ts';
import { startProduct } from '../e2e/support/product.ts';
import { Voices } from '../e2e/support/voices.ts';
import { percentile } from './call-setup/figures.ts';
import { clusterUrl } from './lib/postgres.ts';
import { bareList, firstPaint, heapMb, type Scrolled, scrollUp } from './room/in-the-page.ts';

/**
 * A room with ever so many messages in a real browser, beside one of 50 and a bare list of plain elements.
 * paint: from the tap on the room in the list until the screen is full of its messages. scroll: of the frames while paging
 * back, those on time (60 a second). heap: after paging back, beside before.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    back: { type: 'string', default: '5000' },
    opens: { type: 'string', default: '15' },
  },
});
const [MESSAGES, BACK, OPENS] = [Number(values.messages), Number(values.back), Number(values.opens)];
const FEW = 50;
const BARE = 1_000;
const PHONE = { width: 390, height: 844 };

await using stack = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
stack.defer(() => rm(dataDir, { recursive: true, force: true }));
// PostgreSQL runs as another account where we are root: it must find its way in here.
await chmod(dataDir, 0o755);
const product = await startProduct({ DATA_DIR: dataDir, CAN_DISLIKE_SECONDS: '0' });
stack.defer(() => product.stop());
const voices = new Voices();
stack.defer(() => voices.stop());

const [wei, mei, kai] = [await arrive('wei'), await arrive('mei'), await arrive('kai')];
const long = await makeFriends(wei, mei);
const short = await makeFriends(wei, kai);
await fill(long, MESSAGES);
await fill(short, FEW);
await wei.go('/chats');

const paints = { long: [] as number[], short: [] as number[] };
for (let turn = 0; turn < OPENS; turn++) {
  paints.long.push(await firstPaint(wei.page, long));
  paints.short.push(await firstPaint(wei.page, short));
}

await firstPaint(wei.page, long);
await scrollUp(wei.page, { messages: 400 });
const before = await heapMb(wei.page);
const scrolled = await scrollUp(wei.page, { messages: BACK });
const after = await heapMb(wei.page);
const bare = await scrollBareList();

const [longMs, shortMs] = [percentile(paints.long, 0.5), percentile(paints.short, 0.5)];
report({
  bench: 'room',
  messages: MESSAGES,
  paint: { ms: tenths(longMs), ofFewMs: tenths(shortMs), ratio: hundredths(longMs / shortMs) },
  scroll: { ...shown(scrolled), bare: shown(bare) },
  heap: {
    beforeMb: tenths(before),
    afterMb: tenths(after),
    back: scrolled.messages,
    ratio: hundredths(after / before),
  },
});

async function arrive(who: PersonId): Promise<Participant> {
  const context = await (await voices.browser('none', 'whole')).newContext({ viewport: PHONE, locale: 'en-GB' });
  await enter(context.request, { url: product.url, who });
  return new Participant({ page: await context.newPage(), who, product });
}

/** Both write in turn, of one to nine lines, a minute apart. */
async function fill(room: string, count: number): Promise<void> {
  const database = new pg.Client({ connectionString: clusterUrl(dataDir) });
  await database.connect();
  await database.query(
    `INSERT INTO chats.message (room_id, seq, sender_id, client_message_id, type, content, created_at)
     SELECT r.id, r.last_seq + n, CASE WHEN n % 3 = 0 THEN r.a ELSE r.b END, gen_random_uuid(), 'text',
       n || repeat(' and then we talked of something else', (n * 7 % 9)::int), now() - (($2 - n) * interval '1 minute')
     FROM chats.room r CROSS JOIN generate_series(1, $2::int) n WHERE r.id = $1`,
    [room, count],
  );
  await database.query(
    `UPDATE chats.room SET last_seq = last_seq + $2, last_message = 'the end', last_message_at = now(),
       last_message_sender = a::text WHERE id = $1`,
    [room, count],
  );
  await database.query('VACUUM ANALYZE');
  await database.end();
}

/** What this machine's browser can do at all: rows of the same heights, nothing loaded, nothing measured. */
async function scrollBareList(): Promise<Scrolled> {
  const page: Page = await wei.page.context().newPage();
  await page.setContent(bareList(BARE));
  return scrollUp(page, { messages: BARE });
}

function shown({ frames, onTime, p99 }: Scrolled) {
  return { frames, onTime: hundredths(onTime), p99Ms: tenths(p99) };
}

function report(figures: object): void {
  console.log(figures);
  console.log(JSON.stringify(figures));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
