import { CALLABLE_NAMES, CALLABLES, type CallableName } from '@yonder/contract';
import { createChance } from '../../../testing/mutations.ts';
import type { AnswerTimes } from './answer-times.ts';
import { allInputs, makeInput } from './inputs.ts';
import { askRoute } from './routes.ts';
import type { Action } from './scripts.ts';
import type { Secret } from './secrets.ts';
import { ACTORS, openStage, WATCHERS, type Override, type Stage, type Watcher } from './stage.ts';
import type { Twins } from './twins.ts';

/** Queries that write or that are told to others: a look leaves them out. */
const NO_LOOK = new Set<CallableName>([
  ...(['createCallOffer', 'acceptCallAnswer', 'addIceCandidate', 'setTyping', 'reportPresence'] as const),
  ...(['watchFeed', 'watchCounts', 'getIceServers', 'mintMediaUrls'] as const),
]);
const LOOKS = CALLABLE_NAMES.filter((name) => CALLABLES[name].kind === 'query' && !NO_LOOK.has(name));
/** A socket takes 32 calls at once. */
const AT_ONCE = 20;
const DAY_MS = 25 * 3_600_000;
const BETWEEN_SCRIPTS_MS = 120_000;

export class Difference extends Error {}

/** What happened with each callable over all scripts, so that a hollow run is noticed. */
export type Coverage = Map<CallableName, { sent: number; answered: number }>;

interface Play {
  twins: Twins;
  secret: Secret;
  script: readonly Action[];
  coverage: Coverage;
  /** Noted where it is given: only many scripts can tell. */
  answerTimes?: AnswerTimes | undefined;
  override?: Override | undefined;
}

/**
 * Plays one script in both worlds, step by step.
 * @throws Difference where an answer, an error or an event differs, with the steps up to there.
 */
export async function play({ twins, secret, script, coverage, answerTimes, override }: Play): Promise<void> {
  const accounts = twins.takeAccounts(ACTORS.length);
  const stages = await Promise.all(
    twins
      .nextWorlds()
      .map((world, i) => openStage({ world, bit: i === 0 ? 0 : 1, accounts, watchers: secret.watchers, override })),
  );
  const steps: string[] = [];
  const before = new Map<Watcher, CallableName[]>(WATCHERS.map((watcher) => [watcher, []]));
  const called = new Set<CallableName>();
  let clockLeft = secret.clockMs ?? Infinity;

  async function compare(run: (stage: Stage) => Promise<string[]>): Promise<void> {
    const answers = await runBoth(stages, run);
    await twins.alignClocks();
    await twins.settle();
    await flush(stages);
    const [one, other] = stages.map((stage, i) => transcript(stage, answers[i]!));
    steps.push(...(one ?? []));
    const at = one!.findIndex((line, i) => line !== other![i]);
    if (at === -1 && one!.length === other!.length) return;
    const nth = at === -1 ? Math.min(one!.length, other!.length) : at;
    const shown = [...steps.slice(0, steps.length - one!.length), ...one!.slice(0, nth)].join('\n  ');
    throw new Difference(`${secret.name}:\n  ${shown}\nworld 0: ${one![nth]}\nworld 1: ${other![nth]}`);
  }
  async function advance(ms: number): Promise<string[]> {
    const moved = Math.min(ms, clockLeft);
    clockLeft -= moved;
    await twins.advance(moved);
    return [];
  }
  async function perform(action: Action): Promise<void> {
    if (secret.isPassive && action.kind !== 'act' && action.kind !== 'clock') return;
    switch (action.kind) {
      case 'call':
        return compare(async (stage) => callAs(stage, action));
      case 'route':
        return compare(async (stage) => askRoute(stage, action));
      case 'act': {
        if (secret.actsEnd?.isMet(called)) return;
        const act = secret.acts[action.nth % secret.acts.length];
        return act && compare(async (stage) => act(stage).then(() => []));
      }
      case 'clock':
        await advance(action.ms);
        return compare(async () => []);
      case 'day':
        if (secret.clockMs !== undefined) return;
        await Promise.all(stages.map(leaveAll));
        await twins.settle();
        await twins.leap(DAY_MS);
        return compare(async () => []);
      case 'look':
        return compare(lookAround);
      default:
        return action satisfies never;
    }
  }
  async function callAs(stage: Stage, { watcher: any, name, seed }: Extract<Action, { kind: 'call' }>) {
    const watcher = WATCHERS[WATCHERS.indexOf(any) % secret.watchers]!;
    const making = { chance: createChance(seed), known: stage.known, now: stage.world.clock.now() };
    const data = makeInput(name, making);
    const intent = { watcher, name, data, before: before.get(watcher)! };
    if (secret.inherent.some(({ isMet }) => isMet(intent))) return [];
    if (stage.bit === 1) before.set(watcher, [...intent.before, name]);
    called.add(name);
    await stage.world.advance(1);
    return [await ask(stage, { watcher, name, data })];
  }
  async function ask(
    stage: Stage,
    { watcher, name, data }: { watcher: Watcher; name: CallableName; data: unknown },
  ): Promise<string> {
    const asked = performance.now();
    const { status, body } = await stage.sendNow(watcher, name, data);
    answerTimes?.note(name, stage.bit, performance.now() - asked);
    const counted = coverage.get(name) ?? { sent: 0, answered: 0 };
    coverage.set(name, { sent: counted.sent + 1, answered: counted.answered + (status === 200 ? 1 : 0) });
    return `${watcher} ${name} ${JSON.stringify(data)} → ${status} ${JSON.stringify(body)}`;
  }
  async function lookAround(stage: Stage): Promise<string[]> {
    const lines: string[] = [];
    for (const watcher of stage.watchers) {
      const making = { chance: createChance(1), known: stage.known, now: stage.world.clock.now() };
      const asked = LOOKS.flatMap((name) => allInputs(name, making).map((data) => ({ watcher, name, data })));
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        lines.push(...(await Promise.all(asked.slice(from, from + AT_ONCE).map((one) => ask(stage, one)))));
      }
    }
    return lines;
  }

  /** Once more a day later, where something was said that may show late. */
  async function lookTwice(): Promise<void> {
    await perform({ kind: 'look' });
    if (!called.has('blockUser') && !called.has('reportUser')) return;
    await perform({ kind: 'day' });
    await perform({ kind: 'look' });
  }

  try {
    await compare(async (stage) => secret.setUp(stage).then(() => []));
    for (const action of script) await perform(action);
    if (!secret.isPassive) await lookTwice();
  } finally {
    await Promise.all(stages.map(leaveAll));
    for (const stage of stages) stage.end();
    await twins.settle();
    await twins.wipe();
    await twins.leap(BETWEEN_SCRIPTS_MS);
  }
}

let turns = 0;

/** Which world is asked first takes turns: the second one waits for the first one's work in this process. */
async function runBoth(stages: readonly Stage[], run: (stage: Stage) => Promise<string[]>): Promise<string[][]> {
  turns += 1;
  if (turns % 2 === 0) return Promise.all(stages.map(run));
  const reversed = await Promise.all(stages.toReversed().map(run));
  return reversed.toReversed();
}

/** What the watchers read and hear in a step, with the ids of this world renamed; they learn from it. */
function transcript(stage: Stage, answers: readonly string[]): string[] {
  const lines = [...answers, ...stage.takeEvents()];
  for (const line of lines) stage.known.learn(jsonIn(line));
  return lines.map(stage.renaming.rename);
}

function jsonIn(line: string): unknown {
  const [, json] = /(?:→ \d+|hears) (.*)$/s.exec(line) ?? [];
  return json === undefined || json === 'undefined' ? null : JSON.parse(json);
}

/** Resolves once every event that was sent before has arrived. */
async function flush(stages: readonly Stage[]): Promise<void> {
  await Promise.all(
    stages.flatMap((stage) => stage.watchers.map((watcher) => stage.sendNow(watcher, 'getIceServers', 0))),
  );
}

/** Nobody waits or talks any more. The matcher remembers who waits, so nobody may vanish from the table alone. */
async function leaveAll(stage: Stage): Promise<void> {
  const engaged = await stage.world.database.read.selectFrom('engagement.engagement').select('user_id').execute();
  const { app, database, settle } = stage.world;
  const ids = new Set(engaged.map(({ user_id }) => user_id));
  for (const userId of stage.actors.map(stage.userId).filter((one) => ids.has(one))) {
    await database.transaction((tx) => app.modules.anonymous.expelled(tx, userId));
    await database.transaction((tx) => app.modules.text.expelled(tx, userId));
  }
  await settle();
}
