import type { Message } from '@yonder/contract';
import { enter } from './support/entrance.ts';
import { type Front, openFront } from './support/front.ts';
import { makeFriends } from './support/friends.ts';
import { Participant } from './support/participant.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { SIZE } from './support/size.ts';
import { expect, unhurried } from './support/test.ts';

const TROUBLES = ['offline', 'reload', 'black hole', 'killed'] as const;
/** By each of the two: a half before, a half during it. More altogether than may be sent at once, so that some wait. */
const WRITTEN_A_TROUBLE = SIZE === 'full' ? 1_250 : 24;
const ALL = 2 * WRITTEN_A_TROUBLE * TROUBLES.length;

const test = unhurried.extend<object, { front: Front }>({
  front: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs off this pattern
    async ({}, use) => {
      const front = await openFront(await freePort());
      await use(front);
      await front.stop();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ front }, use) => use({ CAN_DISLIKE_SECONDS: '0', PUBLIC_URL: front.url }), { scope: 'worker' }],
});

test.setTimeout(SIZE === 'full' ? 3_600_000 : 180_000);

test(`${ALL} messages of two who are offline, reload, meet a silent network and a killed server arrive once, in one order`, async ({
  arrive,
  product,
  front,
}) => {
  front.leadTo(product.port);
  const arrived = await Promise.all([arrive({ who: 'kai', voice: 'none' }), arrive({ who: 'mateo', voice: 'none' })]);
  const [ann, bob] = arrived.map(({ page, who }) => new Participant({ page, who, product: front })) as Pair;
  const room = await makeFriends(...arrived);
  // Another port has a session of its own.
  for (const { page, who } of [ann, bob]) await enter(page.request, { url: front.url, who });
  for (const one of [ann, bob]) await one.go(`/chat/${room}`);
  const begin = {
    offline: () => front.cut(),
    reload: () => ann.page.reload(),
    'black hole': () => front.swallow(),
    killed: () => product.kill(),
  };
  const end = {
    offline: () => front.mend(),
    reload: () => bob.page.reload(),
    'black hole': () => front.mend(),
    killed: () => product.restart(),
  };

  for (const [index, trouble] of TROUBLES.entries()) {
    const [from, half] = [index * WRITTEN_A_TROUBLE, WRITTEN_A_TROUBLE / 2];
    await Promise.all([ann, bob].map((one) => write(one, from, half)));
    await begin[trouble]();
    await Promise.all([ann, bob].map((one) => write(one, from + half, half)));
    await end[trouble]();
  }

  const [anns, bobs] = [reader(ann, room), reader(bob, room)];
  await expect.poll(async () => (await anns()).length, { timeout: ALL * 200 + 60_000 }).toBe(ALL);
  const stored = await anns();
  for (const { who } of [ann, bob]) {
    const own = stored.filter((content) => content.startsWith(who));
    expect(own, `what ${who} wrote, in the order written`).toEqual(
      Array.from({ length: ALL / 2 }, (_, index) => `${who} ${index + 1}`),
    );
  }
  expect(await bobs(), 'what the other one is given').toEqual(stored);
  for (const one of [ann, bob]) {
    await expect.poll(() => lastLines(one), { message: `on ${one.who}'s screen` }).toEqual(stored.slice(-10));
    await expect(one.text(/^(Not sent|Sending)/)).toHaveCount(0);
  }
});

type Pair = [Participant, Participant];

/** Once it is out of the field it is on the screen, and must not be lost. */
async function write(one: Participant, from: number, count: number): Promise<void> {
  for (let number = from + 1; number <= from + count; number++) {
    await one.write(`${one.who} ${number}`);
    await expect(one.page.getByRole('textbox', { name: /^Message/ })).toHaveValue('');
  }
}

/** The words of the whole conversation, oldest first; each time it reads on from where it was. */
function reader({ wire }: Participant, chatRoomId: string): () => Promise<string[]> {
  const read: Message[] = [];
  let hasMore = false;

  /** Many pages are more than may be asked for at once. */
  const readPage = async (): Promise<void> => {
    const after = read.at(-1)?.seedOrder ?? 0;
    const page = await wire.call('listMessages', { chatRoomId, after, limit: 50 });
    read.push(...page.messages);
    hasMore = page.hasMore && page.messages.length > 0;
  };
  return async () => {
    do await expect(readPage).toPass({ intervals: [1_000], timeout: 60_000 });
    while (hasMore);
    return read.filter(({ senderId }) => senderId !== 'system').map(({ content }) => content);
  };
}

async function lastLines({ page }: Participant): Promise<string[]> {
  return (await page.getByRole('log').locator('p[dir=auto]').allTextContents()).slice(-10);
}
