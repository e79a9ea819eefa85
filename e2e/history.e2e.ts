import { makeFriends } from './support/friends.ts';
import { fillHistory, placesUntil, restsIn, watchRow } from './support/history.ts';
import { expect, unhurried as test } from './support/test.ts';

const MESSAGES = 130;
/** Nearly a page at once, as a key goes. */
const STEP_PX = 700;
const AT_ONCE = { intervals: [20] };

test(`up through ${MESSAGES} messages of every height nothing jumps: what one reads keeps its place to the pixel`, async ({
  arrive,
}) => {
  const [ann, bob] = await Promise.all([arrive({ who: 'wei', voice: 'none' }), arrive({ who: 'ama', voice: 'none' })]);
  const { page } = ann;
  const chatRoomId = await makeFriends(ann, bob);
  await bob.wire.call('sendMessageV2v2', {
    chatRoomId,
    clientMessageId: crypto.randomUUID(),
    type: 'text',
    content: 'Hello',
  });
  const room = await ann.wire.call('listMessages', { chatRoomId });
  const older = await fillHistory({ page, room, messages: MESSAGES });
  await page.setViewportSize({ width: 900, height: 1_000 });
  const log = page.getByRole('log');
  const stateOf = () => log.evaluate(({ scrollTop, scrollHeight }) => ({ scrollTop, scrollHeight }));
  const next = older.hold();
  await ann.go(`/chat/${chatRoomId}`);
  await expect(log.getByText(`number ${MESSAGES}`)).toBeVisible();
  await log.hover();
  await restsIn(log);

  await test.step('while one stands, and 50 come', async () => {
    const { scrollTop, scrollHeight } = await stateOf();
    await page.mouse.wheel(0, -STEP_PX);
    await expect.poll(async () => (await stateOf()).scrollTop).toBe(scrollTop - STEP_PX);
    await next.asked;
    await watchRow(page);
    next.answer();
    await expect.poll(async () => (await stateOf()).scrollHeight).toBeGreaterThan(scrollHeight);
    const places = await placesUntil(page, 0);
    expect(places.filter((place) => Math.abs(place) > 1)).toEqual([]);
  });

  await test.step('while one goes up, and all the others come', async () => {
    while ((await log.getByText('number 1.').count()) === 0) {
      // Not faster than they come: at the top one would go less far than the wheel.
      await expect.poll(async () => (await stateOf()).scrollTop, AT_ONCE).toBeGreaterThanOrEqual(STEP_PX);
      await watchRow(page);
      await page.mouse.wheel(0, -STEP_PX);
      const places = await placesUntil(page, STEP_PX);
      expect(places.filter((place, at) => place < (places[at - 1] ?? 0) - 1)).toEqual([]);
    }
  });
});
