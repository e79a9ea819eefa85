import type { Participant } from './support/participant.ts';
import { SLOW_MS } from './support/slow.ts';
import { expect, test } from './support/test.ts';

test('a place in the queue can be given up by Cancel and by Escape', async ({ arrive }) => {
  const ann = await arrive({ who: 'wei', voice: 440 });
  await ann.startCall();
  await expect(ann.finding).toBeVisible();
  await expect(ann.text('Please wait while we connect you with another person.')).toBeVisible();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  expect((await ann.button('Cancel').boundingBox())?.width, 'as wide as it is drawn').toBeGreaterThanOrEqual(220);
  await ann.button('Cancel').click();
  await expect(ann.finding).toBeHidden();
  await givenUp(ann);

  // In one tab it is given up in all of them.
  const other = await ann.anotherTab();
  for (const tab of [ann, other]) {
    await tab.startCall();
    await expect(tab.text('Number 1 of 1 in the queue')).toBeVisible();
  }
  await other.button('Cancel').click();
  await expect(ann.finding).toBeHidden();
  await givenUp(ann);

  // From home it takes one press as well.
  await ann.go('/home');
  await ann.button('Start a call').click();
  await expect(ann.finding).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(ann.finding).toBeHidden();
  await givenUp(ann);
});

test('without a network the search ends, and says so', async ({ arrive }) => {
  test.skip(SLOW_MS > 0, 'the runner has the connection, and a network');
  const ann = await arrive({ who: 'mei', voice: 440 });
  // Then all that is needed for it has been loaded.
  await ann.startCall();
  await expect(ann.finding).toBeVisible();
  await ann.button('Cancel').click();
  await expect(ann.finding).toBeHidden();
  await ann.page.context().setOffline(true);
  await ann.button('Start a call').click();
  await expect(ann.finding).toBeVisible();
  await expect(ann.text('Network error. Please check your connection')).toBeVisible();
  await expect(ann.finding).toBeHidden();
  await ann.page.context().setOffline(false);
});

test('while two are being paired a third keeps an honest place', async ({ arrive }) => {
  const [ann, bob, cem] = await Promise.all([
    arrive({ who: 'kai', voice: 440 }),
    arrive({ who: 'ama', voice: 1000 }),
    arrive({ who: 'noor', voice: 440 }),
  ]);
  for (const one of [ann, bob, cem]) await one.startCall();
  await expect(ann.call).toBeVisible();
  await expect(bob.call).toBeVisible();
  await expect(cem.text('Number 1 of 1 in the queue')).toBeVisible();
  await cem.button('Cancel').click();
});

test('a reload goes on searching; a page that goes away gives up the place, also while another tab is open', async ({
  arrive,
}) => {
  const ann = await arrive({ who: 'mateo', voice: 440 });
  await ann.startCall();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();
  await ann.page.reload();
  await expect(ann.text('Number 1 of 1 in the queue')).toBeVisible();

  const other = await ann.anotherTab();
  await other.go('/home');
  await ann.page.goto('about:blank');
  // Of a page that a busy machine ends before it has said so, once its tab was silent for ten seconds.
  await givenUp(ann, { timeout: 20_000 });
});

test('a page that goes away gives up the place also where the worker stands before the network', async ({ arrive }) => {
  const ann = await arrive({ who: 'noor', voice: 'none', worker: 'ours' });
  const kind = async () => (await ann.wire.call('getCallState', null)).kind;
  const finding = ann.dialog('Finding someone…');
  // Every second one was lost.
  for (let times = 0; times < 6; times++) {
    await ann.go('/mode3');
    // Whoever is back within ten seconds goes on looking by themselves.
    await expect(async () => {
      if (await finding.isHidden()) await ann.button('Find someone').click({ timeout: 1_000 });
      await expect(finding).toContainText('Number 1 of 1 in the queue', { timeout: 2_000 });
    }).toPass();
    await ann.page.evaluate(() => navigator.serviceWorker.ready);
    const asked = await ann.page.evaluate(askedOfServer);
    expect(asked.answered).toBeGreaterThan(0);
    if (times > 0) expect(asked.throughWorker).toBe(0);
    await ann.page.goto('about:blank');
    await expect.poll(kind, { timeout: 5_000 }).toBe('idle');
  }
});

/** Nobody is kept waiting for the server's answer: the screen may be faster. */
async function givenUp({ wire }: Participant, within: { timeout?: number } = {}): Promise<void> {
  await expect.poll(async () => (await wire.call('getCallState', null)).kind, within).toBe('idle');
}

/** As browsers that route past a worker say it. */
interface Routed extends PerformanceResourceTiming {
  readonly workerMatchedSourceType?: string;
}

/** In the page: how many of the interface's answers there were, and how many of them by way of the worker. */
function askedOfServer(): { answered: number; throughWorker: number } {
  const resources = performance.getEntriesByType('resource') as Routed[];
  const answers = resources.filter(({ name }) => new URL(name).pathname.startsWith('/api/'));
  const throughWorker = answers.filter(
    ({ workerStart, workerMatchedSourceType }) => workerStart > 0 && workerMatchedSourceType !== 'network',
  );
  return { answered: answers.length, throughWorker: throughWorker.length };
}
