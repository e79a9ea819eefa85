import { createPersonInQueue, type PersonInQueue, type Tab, type Way } from './queue-people.ts';

interface QueueRun {
  /** One tab for each of these ways. */
  ways: readonly Way[];
  newTab(): Promise<Tab>;
  now(): number;
  /** Time passes, and what fell due has happened. */
  pass(ms: number): Promise<void>;
  seconds: number;
}

/** What came of some people's search in some minutes. */
export interface QueueFigures {
  /** Calls in which two honest people talked. */
  honestPairs: number;
  /** Of all honest people's searches, the mean from the wish to talk to the audio; ms. */
  meanWait: number;
  /** From one talk to the next, the mean of the honest person who fared worst; ms. */
  worstCycle: number;
  longestWait: number;
}

const STEP_MS = 1_000;

export async function runQueue({ ways, newTab, now, pass, seconds }: QueueRun): Promise<QueueFigures> {
  const people: PersonInQueue[] = [];
  const hasAudio = (callId: string): boolean =>
    people.filter((one) => one.callId === callId && one.way === 'honest').length === 2;
  for (const way of ways) people.push(createPersonInQueue({ tab: await newTab(), way, hasAudio }));
  const begun = now();
  while (now() - begun < seconds * 1_000) {
    for (const person of people) await person.act(now());
    await pass(STEP_MS);
  }
  return figuresOf(
    people.filter(({ way }) => way === 'honest'),
    seconds,
  );
}

function figuresOf(honest: readonly PersonInQueue[], seconds: number): QueueFigures {
  const waits = honest.flatMap((one) => one.waits);
  const callIds = honest.flatMap(({ talks }) => talks.map(({ callId }) => callId));
  return {
    honestPairs: new Set(callIds).size,
    meanWait: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    worstCycle: Math.max(...honest.map(({ talks }) => (seconds * 1_000) / talks.length)),
    longestWait: Math.max(...waits),
  };
}
