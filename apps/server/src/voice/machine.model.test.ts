import { CALL_STATUS, LIMITS, MEDIA_STATUS } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf, sizeOf } from '../testing/size.ts';
import { step, wakeUps } from './machine.ts';
import { isLive, SIDES, type CallEvent, type Effect, type Session, type Side } from './session.ts';
import { callView } from './view.ts';
import { MATCHED_AT, paired, TABS } from './testing/samples.ts';

const RUNS = sizeOf({ small: 400, full: 10_000 });
const SEED = seedOf();

/** The machine as the service drives it, with the deadlines it asked for. */
interface Real {
  session: Session;
  armed: number[];
  history: { effect: Effect; now: number }[];
}
/** The expected facts, kept independently of the machine. */
interface Facts {
  now: number;
  tab: Record<Side, string | null>;
  awaySince: Record<Side, number | null>;
  lostSince: Record<Side, number | null>;
  muted: Record<Side, boolean>;
  liked: Set<Side>;
  disliked: boolean;
  leftForGood: boolean;
  /** Both liked without effect, because one has blocked the other. */
  hindered: boolean;
}
type Command = fc.Command<Facts, Real>;
/** Proves that the sequences reach every state. */
const visited = new Set<string>();

function drive(real: Real, event: CallEvent, facts: Facts): void {
  const before = real.session;
  const { session, effects, refused } = step(before, event, facts.now, LIMITS);
  if (refused !== null || session === before) {
    expect({ session, effects }).toEqual({ session: before, effects: [] });
    expect(session).toBe(before);
  } else {
    expect(isLive(before)).toBe(true);
    expect(session.version).toBeGreaterThan(before.version);
  }
  for (const side of SIDES) checkView(before, session, side);
  real.session = session;
  real.history.push(...effects.map((effect) => ({ effect, now: facts.now })));
  for (const effect of effects) if (effect.kind === 'wake') real.armed.push(effect.wakeUp.due);
  checkAlways(real, facts);
}

/** A user's view changes exactly when its version rises. */
function checkView(before: Session, after: Session, side: Side): void {
  const [was, is] = [callView(before, side, null), callView(after, side, null)];
  if (is.version === was.version) expect(is).toEqual(was);
  else expect(is.version).toBeGreaterThan(was.version);
}

function count(real: Real, kind: Effect['kind']): number {
  return real.history.filter(({ effect }) => effect.kind === kind).length;
}

function freed(real: Real, side: Side): number {
  const ways = ['release', 'requeue', 'keep-place'];
  return real.history.filter(({ effect }) => ways.includes(effect.kind) && 'side' in effect && effect.side === side)
    .length;
}

function checkAlways(real: Real, facts: Facts): void {
  const { session } = real;
  visited.add(session.status);
  const live = isLive(session);
  for (const side of SIDES) expect(freed(real, side), 'freed exactly once, at the end').toBe(live ? 0 : 1);
  for (const { due } of wakeUps(session)) expect(real.armed, 'every deadline of a live call is armed').toContain(due);
  if (live) for (const side of SIDES) expect(session[side].muted, 'as they said last').toBe(facts.muted[side]);
  expect(count(real, 'reward')).toBeLessThanOrEqual(1);

  const revealed = session.status === 'mutual-like' || (session.status === 'ended' && session.revealed !== null);
  expect(count(real, 'reveal')).toBe(revealed ? 1 : 0);
  expect(revealed, 'revealed exactly when both liked in time').toBe(facts.liked.size === 2 && !facts.hindered);
  if (session.status === 'completed' && facts.disliked) expect(session.endedAt).toBeLessThan(session.decisionEndsAt);
  if (session.status === 'completed' && !facts.disliked)
    expect(session.endedAt).toBeGreaterThanOrEqual(session.decisionEndsAt);

  const unhappened = session.status === 'ended' && ['declined-match', 'connection-failed'].includes(session.reason);
  expect(count(real, 'part'), 'parted by every call that took place').toBe(live || unhappened ? 0 : 1);
  expect(count(real, 'part-failed'), 'parted for 10 minutes by every call that failed to connect').toBe(
    unhappened ? 1 : 0,
  );
  if (!unhappened) expect(count(real, 'blame'), 'nobody is blamed for a call that took place').toBe(0);
  if (unhappened) expect(session).toMatchObject({ startedAt: null });
  if (session.status === 'active') expect(session.decisionPhaseAt).toBe(session.startedAt + LIMITS.callSeconds * 1_000);
  if (session.status === 'ended') checkEnding(session, real, facts);
}

/** When the first absence of either side runs out. */
function lapses({ awaySince, lostSince }: Facts): { leftAt: number; lostAt: number } {
  const first = (since: Record<Side, number | null>, ms: number): number =>
    Math.min(...SIDES.map((side) => (since[side] ?? Infinity) + ms));
  return { leftAt: first(awaySince, 10_000), lostAt: first(lostSince, 30_000) };
}

/** Automatic endings come when due and in order; only present, willing sides are requeued. */
function checkEnding(session: Session & { status: 'ended' }, real: Real, facts: Facts): void {
  const { leftAt, lostAt } = lapses(facts);
  if (session.reason === 'left-page' && !facts.leftForGood)
    expect([leftAt <= session.endedAt, leftAt <= lostAt]).toEqual([true, true]);
  if (session.reason === 'connection-lost') expect([lostAt <= session.endedAt, lostAt <= leftAt]).toEqual([true, true]);
  const blamed = real.history.flatMap(({ effect }) =>
    effect.kind === 'blame' && !effect.isShared ? [effect.side] : [],
  );
  for (const { effect } of real.history) {
    if (effect.kind !== 'requeue') continue;
    expect(blamed, 'who alone is blamed does not stand in front').not.toContain(effect.side);
    expect(facts.awaySince[effect.side]).toBeNull();
    if (session.endedBy === null) expect(facts.tab[effect.side]).not.toBeNull();
    else expect(session.endedBy).not.toBe(effect.side);
  }
}

class Acts implements Command {
  readonly #event: CallEvent;
  constructor(event: CallEvent) {
    this.#event = event;
  }
  check(): boolean {
    return true;
  }
  run(facts: Facts, real: Real): void {
    const event = this.#event;
    const current = step(real.session, { kind: 'clock-moved' }, facts.now, LIMITS).session;
    if (isLive(current)) note(facts, current, event);
    drive(real, event, facts);
  }
  toString(): string {
    return JSON.stringify(this.#event);
  }
}

/** Applies the event to the facts, unless the clock has ended the call. */
function note(facts: Facts, current: Session, event: CallEvent): void {
  switch (event.kind) {
    case 'acknowledged':
      if (facts.tab[event.side] !== event.tab || facts.awaySince[event.side] !== null)
        loseAudio(facts, current, event.side);
      facts.tab[event.side] = event.tab;
      facts.awaySince[event.side] = null;
      break;
    case 'left':
      if (facts.tab[event.side] === event.tab) facts.awaySince[event.side] ??= facts.now;
      break;
    case 'returned':
      if (facts.tab[event.side] !== event.tab || facts.awaySince[event.side] === null) break;
      facts.awaySince[event.side] = null;
      loseAudio(facts, current, event.side);
      break;
    case 'mute-reported':
      facts.muted[event.side] = event.muted;
      break;
    case 'media-reported':
      if (event.status === 'connected') facts.awaySince[event.side] = facts.lostSince[event.side] = null;
      else loseAudio(facts, current, event.side);
      break;
    case 'disconnected':
      loseAudio(facts, current, event.side);
      break;
    case 'reconnected':
      facts.lostSince[event.side] = null;
      break;
    case 'decided':
      if (current.status === 'deciding') decide(facts, event);
      break;
    case 'end-pressed':
      if (current.status === 'deciding' && event.seen !== 'active') facts.disliked = true;
      break;
    case 'closed':
      facts.leftForGood = event.reason === 'left-page';
      break;
    default:
  }
}

function loseAudio(facts: Facts, current: Session, side: Side): void {
  if (current.status !== 'connecting') facts.lostSince[side] ??= facts.now;
}

function decide(facts: Facts, { side, decision, pair }: CallEvent & { kind: 'decided' }): void {
  if (facts.liked.has(side)) return;
  if (decision === 'dislike') facts.disliked = true;
  else facts.liked.add(side);
  if (facts.liked.size === 2 && pair === 'blocked') facts.hindered = true;
}

/** Time passes without a check. */
class ClockMoves implements Command {
  readonly #ms: number;
  constructor(ms: number) {
    this.#ms = ms;
  }
  check(): boolean {
    return true;
  }
  run(facts: Facts): void {
    facts.now += this.#ms;
  }
  toString(): string {
    return `${this.#ms} ms pass`;
  }
}

/** The scheduler runs, on time or late; afterwards nothing overdue is left. */
class TimerFires implements Command {
  check(facts: Facts): boolean {
    return facts.now >= MATCHED_AT;
  }
  run(facts: Facts, real: Real): void {
    const due = real.armed.filter((at) => at <= facts.now);
    real.armed = real.armed.filter((at) => at > facts.now);
    if (due.length === 0) return;
    drive(real, { kind: 'clock-moved' }, facts);
    for (const pending of wakeUps(real.session)) expect(pending.due).toBeGreaterThan(facts.now);
    if (isLive(real.session)) expect(Math.min(...Object.values(lapses(facts)))).toBeGreaterThan(facts.now);
  }
  toString(): string {
    return 'timer fires';
  }
}

const side = fc.constantFrom<Side>(...SIDES);
const tabOf = (who: Side): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<string>(TABS[who]) },
    { weight: 1, arbitrary: fc.constant('another-tab') },
  );
const sided = (make: (who: Side) => fc.Arbitrary<CallEvent>): fc.Arbitrary<CallEvent> => side.chain(make);
const seldom = (arbitrary: fc.Arbitrary<CallEvent>) => ({ weight: 1, arbitrary });
const often = (arbitrary: fc.Arbitrary<CallEvent>) => ({ weight: 8, arbitrary });
const event: fc.Arbitrary<CallEvent> = fc.oneof(
  seldom(
    fc.record({ kind: fc.constant('closed'), reason: fc.constantFrom('reported', 'blocked', 'left-page'), by: side }),
  ),
  seldom(fc.constant({ kind: 'window-entered' })),
  seldom(
    sided((who) => fc.constantFrom('active', 'deciding').map((seen) => ({ kind: 'end-pressed', side: who, seen }))),
  ),
  seldom(sided((who) => fc.constant({ kind: 'decided', side: who, decision: 'dislike', pair: 'open' }))),
  seldom(sided((who) => fc.constant({ kind: 'decided', side: who, decision: 'like', pair: 'blocked' }))),
  often(sided((who) => fc.constant({ kind: 'decided', side: who, decision: 'like', pair: 'open' }))),
  often(sided((who) => tabOf(who).map((tab) => ({ kind: 'acknowledged', side: who, tab, topic: null })))),
  often(sided((who) => tabOf(who).map((tab) => ({ kind: 'left', side: who, tab })))),
  often(sided((who) => tabOf(who).map((tab) => ({ kind: 'returned', side: who, tab })))),
  often(
    sided((who) => fc.constantFrom(...MEDIA_STATUS).map((status) => ({ kind: 'media-reported', side: who, status }))),
  ),
  often(sided((who) => fc.boolean().map((muted) => ({ kind: 'mute-reported', side: who, muted })))),
  often(sided((who) => fc.constantFrom('disconnected', 'reconnected').map((kind) => ({ kind, side: who })))),
);
const pause = fc.oneof(
  fc.constantFrom(1, 999, 4_999, 5_000, 9_999, 10_000, 14_999, 15_000, 19_999, 20_000, 29_999, 30_000),
  fc.nat(400),
);

/** Where a sequence begins: at the match, in a connected call, as its decision falls due, or after one like. */
const talking: Command[] = [
  ...SIDES.map((who) => new Acts({ kind: 'acknowledged', side: who, tab: TABS[who], topic: null })),
  ...SIDES.map((who) => new Acts({ kind: 'media-reported', side: who, status: 'connected' })),
];
const deciding = [...talking, new ClockMoves(LIMITS.callSeconds * 1_000)];
const liked = new Acts({ kind: 'decided', side: 'a', decision: 'like', pair: 'open' });
const beginning = fc.constantFrom<Command[]>([], talking, deciding, [...deciding, liked]);
const commands = fc.commands(
  [event.map((happened) => new Acts(happened)), pause.map((ms) => new ClockMoves(ms)), fc.constant(new TimerFires())],
  { maxCommands: 60, size: 'max' },
);

function begin(): { model: Facts; real: Real } {
  const nobody = (): Record<Side, null> => ({ a: null, b: null });
  const session = paired();
  return {
    model: {
      now: MATCHED_AT,
      tab: nobody(),
      awaySince: nobody(),
      lostSince: nobody(),
      muted: { a: false, b: false },
      liked: new Set(),
      disliked: false,
      leftForGood: false,
      hindered: false,
    },
    real: { session, armed: wakeUps(session).map(({ due }) => due), history: [] },
  };
}

test(`${RUNS} random lives of a call keep every rule (seed ${SEED})`, () => {
  fc.assert(
    fc.property(beginning, commands, (first, rest) => {
      const { model, real } = begin();
      for (const command of first) command.run(model, real);
      fc.modelRun(() => ({ model, real }), rest);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect([...visited].toSorted()).toEqual([...CALL_STATUS].toSorted());
}, 600_000);
