import { describe, expect, test } from 'vitest';
import { isFull, report } from '../testing/size.ts';
import { newTexter } from '../text-match/testing/texters.ts';
import { World } from '../testing/world.ts';
import { openHouse } from '../voice/testing/house.ts';
import { HOSTILE_WAYS, type Tab, type Way } from './testing/queue-people.ts';
import { runQueue, type QueueFigures } from './testing/queue-run.ts';

const SECONDS = 300;
const TIMEOUT_MS = 600_000;

/** The queue, calls and deadlines without the door. */
async function runInProcess(ways: readonly Way[]): Promise<QueueFigures> {
  const { clock, pass, newcomer } = await openHouse({ limits: { rematchSeconds: 0 } });
  const newTab = async (): Promise<Tab> => {
    const { userId, call, heard } = await newcomer('Somebody');
    return { userId, call, heard };
  };
  return runQueue({ ways, newTab, now: clock.now, pass, seconds: SECONDS });
}

/** With coturn's word for it, as in one process: nobody here runs a loop through the relay. */
const SETTINGS = {
  REMATCH_SECONDS: '0',
  // With the local provider a pair that failed to connect is apart no longer than REMATCH_SECONDS.
  OIDC_PROVIDERS: JSON.stringify([{ id: 'acme', name: 'Acme', issuer: 'https://id.acme.example', clientId: 'yonder' }]),
  TURN_URLS: 'turn:127.0.0.1:3478',
  TURN_SECRET: 'of this test alone',
};
const world = isFull() ? await World.start({ settings: SETTINGS }) : null;

/** The whole server, each person on a live socket of their own. */
async function runOverSockets(ways: readonly Way[]): Promise<QueueFigures> {
  if (world === null) throw new Error('real sockets are of the full size');
  const { clock, advance: pass, database } = world;
  const vanishing: (() => void)[] = [];
  const newTab = async (): Promise<Tab> => {
    const { userId, call, heard, vanish } = await newTexter(world, 'Somebody');
    vanishing.push(vanish);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both take the name of a callable and its input
    return { userId, call: call as Tab['call'], heard };
  };
  const figures = await runQueue({ ways, newTab, now: clock.now, pass, seconds: SECONDS });
  for (const vanish of vanishing) vanish();
  await database.read.deleteFrom('engagement.engagement').execute();
  return figures;
}

function honest(count: number): Way[] {
  return Array.from({ length: count }, () => 'honest');
}

/** Honest people and those who hold them up: one of them, or one in ten. */
const SIZES = [
  [2, 1],
  [4, 1],
  [20, 2],
] as const;

const KINDS = isFull()
  ? ([
      ['in one process', runInProcess],
      ['over real sockets', runOverSockets],
    ] as const)
  : ([['in one process', runInProcess]] as const);

describe.each(KINDS)('%s', (kind, run) => {
  const alone = new Map<number, Promise<QueueFigures>>();
  const runAlone = (count: number): Promise<QueueFigures> => {
    const figures = alone.get(count) ?? run(honest(count));
    alone.set(count, figures);
    return figures;
  };

  describe.each(isFull() ? SIZES : SIZES.slice(0, 1))('%i honest people and %i more for 300 s', (count, others) => {
    test.each(HOSTILE_WAYS)(
      'who %s: at least 80 percent of the pairs, and no one waits twice as long',
      { timeout: TIMEOUT_MS },
      async (way) => {
        const undisturbed = await runAlone(count);
        const disturbed = await run([...Array.from({ length: others }, () => way), ...honest(count)]);
        report(
          `hostile queue ${kind}, ${count} and ${others} who ${way}: ${textOf(undisturbed)} → ${textOf(disturbed)}`,
        );
        expect(disturbed.honestPairs).toBeGreaterThanOrEqual(undisturbed.honestPairs * 0.8);
        expect(disturbed.worstCycle).toBeLessThanOrEqual(undisturbed.worstCycle * 2);
      },
    );
  });
});

function textOf({ honestPairs, meanWait, worstCycle, longestWait }: QueueFigures): string {
  return `${honestPairs} pairs, mean wait ${Math.round(meanWait)} ms, worst cycle ${Math.round(worstCycle)} ms, longest ${longestWait} ms`;
}
