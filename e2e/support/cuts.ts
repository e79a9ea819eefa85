import { setTimeout as pass } from 'node:timers/promises';
import type { Cable } from './cable.ts';
import { type Frames, watchFrames } from './frames.ts';
import type { Participant, PersonId } from './participant.ts';
import { HIGH, LOW, talk } from './scenes.ts';
import { report, SIZE } from './size.ts';
import { type EachTest, expect, test } from './test.ts';

/** One who is in a call, what they should hear in it, what their network hangs on, and what their page is told. */
export interface Caller {
  readonly person: Participant;
  readonly hears: number;
  readonly cable: Cable;
  readonly told: Frames;
  /** How long it took from opening the page until they heard each other at first, ms. */
  readonly firstMs: number;
}

type Arrived = Omit<Caller, 'firstMs'>;

/** Whose network is away for so long. */
export interface Cut {
  readonly seconds: number;
  readonly whose: 'both' | 'the offering side' | 'the answering side';
}

/**
 * From the network's return until the other's voice is there: the figure, on a machine that has nothing else to do; elsewhere
 * three times that, or half of what it took from opening the page until they heard each other at first, where that is longer.
 */
const BACK_MS = SIZE === 'full' ? 1_000 : 3_000;
const BACK_PER_FIRST = SIZE === 'full' ? 0 : 0.5;
/**
 * The same of a path that has not been found yet, which is asked for ever more seldom; a browser by itself took up to 8 s. On
 * a machine that takes 2 s and longer to open the page and begin a search: so many times that.
 */
const FOUND_MS = SIZE === 'full' ? 3_500 : 5_000;
const FOUND_PER_SEARCH = SIZE === 'full' ? 0 : 2.5;
/** By then browsers have noticed, and 2 s have passed in which it might have healed. */
const NOTICED_SECONDS = 12;
const LOST_SECONDS = 40;

const WHOSE = ['both', 'the offering side', 'the answering side'] as const;

export const EVERY_CUT: readonly Cut[] = [
  ...[3, 8, 20].flatMap((seconds) => WHOSE.map((whose) => ({ seconds, whose }))),
  { seconds: 25, whose: 'both' },
];
/** Two are to be connected within 20 s. */
export const EVERY_LATE_CUT: readonly Cut[] = [3, 8, 14].flatMap((seconds) =>
  WHOSE.map((whose) => ({ seconds, whose })),
);

export function secondsOf(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Two who hear each other, each by a cable of their own. */
export async function callByCable(
  each: Pick<EachTest, 'arrive' | 'cable'>,
  people: readonly [PersonId, PersonId],
): Promise<readonly [Caller, Caller]> {
  const [one, other] = await arriveByCable(each, people);
  const since = performance.now();
  await talk(one.person, other.person);
  await Promise.all([one, other].map(({ person, hears }) => person.hears(hears)));
  const firstMs = performance.now() - since;
  return [
    { ...one, firstMs },
    { ...other, firstMs },
  ];
}

/** Two who might talk, each by a cable of their own. */
async function arriveByCable(
  { arrive, cable }: Pick<EachTest, 'arrive' | 'cable'>,
  [one, other]: readonly [PersonId, PersonId],
): Promise<readonly [Arrived, Arrived]> {
  const cables = [await cable(), await cable()] as const;
  const [ann, bob] = await Promise.all([
    arrive({ who: one, voice: LOW, cable: cables[0] }),
    arrive({ who: other, voice: HIGH, cable: cables[1] }),
  ]);
  const callers = [
    { person: ann, hears: HIGH, cable: cables[0], told: watchFrames(ann) },
    { person: bob, hears: LOW, cable: cables[1], told: watchFrames(bob) },
  ] as const;
  // What is measured is how the sound comes back, not how fast this machine draws a sky.
  for (const { person } of callers) await person.page.emulateMedia({ reducedMotion: 'reduce' });
  return callers;
}

/** The network is away while they are matched: they hear each other soon after it has come back. */
export async function connectLate(
  { seconds, whose }: Cut,
  each: Pick<EachTest, 'arrive' | 'cable'>,
  people: readonly [PersonId, PersonId],
): Promise<void> {
  // Who waits makes the offers.
  const callers = await arriveByCable(each, people);
  const [waiting, coming] = callers;
  const opened = performance.now();
  await waiting.person.startCall();
  await expect(waiting.person.finding).toBeVisible();
  const within = Math.max(FOUND_MS, (performance.now() - opened) * FOUND_PER_SEARCH);
  const cut = { both: callers, 'the offering side': [waiting], 'the answering side': [coming] }[whose];
  const since = Date.now();
  for (const { cable } of cut) cable.cut();
  await coming.person.startCall();
  for (const { person } of callers) await expect(person.text('Connecting your voices…')).toBeVisible();
  const [offers, answers] = [await makesOffers(waiting.person), await makesOffers(coming.person)];
  expect([offers, answers]).toEqual([true, false]);
  await pass(since + seconds * 1_000 - Date.now());
  expect((Date.now() - since) / 1_000, 'seconds of the cut: the machine stood still').toBeLessThan(seconds + 3);
  for (const { person } of callers) expect((await person.hearing()).hertz, 'what comes through a cut').toBeNull();
  for (const { cable } of cut) cable.mend();
  const heard = await Promise.all(callers.map(({ person, hears }) => person.hearsAgain(hears)));
  report(`${seconds} s, ${whose}, while being connected: heard after ${heard.join(' and ')} ms`);
  for (const ms of heard) expect(ms, 'ms from the return of the network to the first sound').toBeLessThan(within);
}

/** After each of the cuts they hear each other again, in the same call. */
export async function outlive(cuts: readonly Cut[], callers: readonly [Caller, Caller]): Promise<void> {
  const within = Math.max(BACK_MS, callers[0].firstMs * BACK_PER_FIRST);
  for (const cut of cuts) {
    await test.step(`a cut of ${cut.seconds} s for ${cut.whose}`, async () => {
      const before = await callsOf(callers);
      const back = await returnsAfter(cut, callers);
      report(`${cut.seconds} s, ${cut.whose}: heard again after ${back.join(' and ')} ms`);
      for (const ms of back) expect(ms, 'ms from the return of the network to sound').toBeLessThanOrEqual(within);
      for (const { person } of callers) await expect(person.text(/Reconnecting/)).toHaveCount(0);
      expect(await callsOf(callers)).toEqual(before);
    });
  }
}

/** How many milliseconds after the network's return each of them hears the other. */
async function returnsAfter({ seconds, whose }: Cut, callers: readonly Caller[]): Promise<number[]> {
  const offers = await Promise.all(callers.map(({ person }) => makesOffers(person)));
  const cut = callers.filter((_, i) => whose === 'both' || offers[i] === (whose === 'the offering side'));
  const since = Date.now();
  for (const { cable } of cut) cable.cut();
  await pass(seconds * 1_000);
  expect((Date.now() - since) / 1_000, 'seconds of the cut: the machine stood still').toBeLessThan(seconds + 3);
  for (const { person } of callers) {
    expect((await person.hearing()).hertz, 'what comes through a cut').toBeNull();
    if (seconds >= NOTICED_SECONDS) await expect(person.text(/^Reconnecting… try [12] of 2$/)).toBeVisible();
  }
  for (const { cable } of cut) cable.mend();
  return Promise.all(callers.map(({ person, hears }) => person.hearsAgain(hears)));
}

async function makesOffers(person: Participant): Promise<boolean> {
  const { participants, you } = await person.callNow();
  return participants[0] === you;
}

function callsOf(callers: readonly Caller[]): Promise<string[]> {
  return Promise.all(callers.map(async ({ person }) => (await person.callNow()).callId));
}

/** Trouble that one side sees is over for both with it, and a cut of 40 s ends the call for both. */
export async function loseCall(callers: readonly [Caller, Caller]): Promise<void> {
  await test.step('trouble that one side sees is over for both with it', async () => {
    const people = [callers[0].person, callers[1].person] as const;
    for (const [troubled, other] of [people, [people[1], people[0]]] as const) {
      await troubled.sees('lost');
      await expect(troubled.text('Reconnecting… try 1 of 2')).toBeVisible();
      await expect(troubled.text("Network unstable? We'll try to reconnect up to 2 times.")).toBeVisible();
      await expect(other.page.getByRole('paragraph').filter({ hasText: /^Reconnecting…$/ })).toBeVisible();
      await troubled.sees('it is');
      for (const one of people) await expect(one.text(/Reconnecting/)).toHaveCount(0);
      await Promise.all(callers.map(({ person, hears }) => person.hears(hears)));
    }
  });

  await test.step('a cut of 40 s ends the call for both', async () => {
    for (const { cable } of callers) cable.cut();
    await Promise.all(
      callers.map(async ({ person }) => {
        await person.text('Reconnecting… try 2 of 2').waitFor({ timeout: LOST_SECONDS * 1_000 });
        await person.text('The connection did not come back.').waitFor({ timeout: LOST_SECONDS * 1_000 });
      }),
    );
    for (const { cable } of callers) cable.mend();
    for (const { person } of callers) await expect(person.button('Start a call')).toBeVisible();
  });
}
