import { TEXT_STATES } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf, sizeOf } from '../testing/size.ts';
import { nextLook, step } from './machine.ts';
import { otherSide, SIDES, type Effect, type MatchEvent, type Session, type Side } from './session.ts';
import { textMatchOf } from './view.ts';

const RUNS = sizeOf({ small: 400, full: 10_000 });
const SEED = seedOf();

interface Real {
  session: Session;
  effects: Effect[];
  /** When the next check is due. */
  lookAt: number;
}
/** The expected facts, kept independently of the machine. */
interface Facts {
  now: number;
  seenAt: Record<Side, number>;
  /** When each side said goodbye. */
  goneAt: Record<Side, number | null>;
  liked: Set<Side>;
  endedBy: Side | null;
}
type Command = fc.Command<Facts, Real>;
const visited = new Set<string>();

function drive(real: Real, event: MatchEvent, facts: Facts): void {
  const before = real.session;
  const { session, effects, refused } = step(before, event, facts.now);
  if (refused !== null) expect(session).toBe(before);
  if (session !== before) expect(before.state).toBe('active');
  for (const side of SIDES) checkView(before, session, side);
  real.session = session;
  real.effects.push(...effects);
  checkAlways(real, facts);
}

/** A user's view changes only with its version, and never for an unanswered like. */
function checkView(before: Session, after: Session, side: Side): void {
  const [was, is] = [textMatchOf(before, side), textMatchOf(after, side)];
  expect(is.version).toBeGreaterThanOrEqual(was.version);
  if (is.version === was.version) expect(is).toEqual(was);
}

function checkAlways({ session, effects }: Real, facts: Facts): void {
  visited.add(session.state);
  const over = session.state !== 'active';
  const count = (kind: Effect['kind']): number => effects.filter((effect) => effect.kind === kind).length;
  expect([count('part'), count('release')], 'parted and freed once, at the end').toEqual(over ? [1, 2] : [0, 0]);
  expect(count('reveal'), 'revealed when both liked, and then only').toBe(session.state === 'mutual-like' ? 1 : 0);
  expect(session.state === 'mutual-like').toBe(facts.liked.size === 2 && facts.endedBy === null && !isLost(session));
  expect(count('close')).toBe(session.state === 'ended' ? 1 : 0);
  if (session.state === 'ended' && session.endedBy !== null) expect(session.endedBy).toBe(facts.endedBy);
}

function isLost(session: Session): boolean {
  return session.state === 'ended' && session.endedBy === null;
}

class Acts implements Command {
  readonly #event: Exclude<MatchEvent, { kind: 'looked' }>;
  constructor(event: Exclude<MatchEvent, { kind: 'looked' }>) {
    this.#event = event;
  }
  check(): boolean {
    return true;
  }
  run(facts: Facts, real: Real): void {
    const event = this.#event;
    if (real.session.state === 'active') note(facts, event);
    drive(real, event, facts);
  }
  toString(): string {
    return JSON.stringify(this.#event);
  }
}

function note(facts: Facts, event: Exclude<MatchEvent, { kind: 'looked' }>): void {
  switch (event.kind) {
    case 'decided':
      if (event.decision === 'like') facts.liked.add(event.side);
      else facts.endedBy = event.side;
      break;
    case 'closed':
      facts.endedBy = event.by;
      break;
    case 'left':
      facts.goneAt[event.side] = facts.now;
      break;
    case 'returned':
      facts.goneAt[event.side] = null;
      facts.seenAt[event.side] = facts.now;
      break;
    default:
      event satisfies never;
  }
}

/** Time passes; present users are seen every 3 s, and checks run when due. */
class TimePasses implements Command {
  readonly #ms: number;
  readonly #here: readonly Side[];
  constructor(ms: number, here: readonly Side[]) {
    this.#ms = ms;
    this.#here = here;
  }
  check(): boolean {
    return true;
  }
  run(facts: Facts, real: Real): void {
    const end = facts.now + this.#ms;
    while (facts.now < end) {
      facts.now = Math.min(end, facts.now + 1_000);
      for (const side of this.#here) this.#see(facts, side);
      if (facts.now >= real.lookAt) lookNow(facts, real);
    }
  }
  #see(facts: Facts, side: Side): void {
    facts.seenAt[side] = facts.now;
    if (facts.now > (facts.goneAt[side] ?? Infinity) + 5_000) facts.goneAt[side] = null;
  }
  toString(): string {
    return `${this.#ms} ms pass with ${this.#here.join(' and ') || 'nobody'}`;
  }
}

function lookNow(facts: Facts, real: Real): void {
  const event = { kind: 'looked', seenAt: { ...facts.seenAt }, hearsSince: 0 } as const;
  drive(real, event, facts);
  const { session } = real;
  if (session.state !== 'active') return;
  real.lookAt = nextLook(session, event, facts.now);
  expect(real.lookAt).toBeGreaterThan(facts.now);
  for (const side of SIDES) {
    const heardAt = facts.goneAt[side] ?? facts.seenAt[side];
    expect(facts.now - heardAt, 'nobody is waited for any longer').toBeLessThan(60_000);
    const isSilent = facts.goneAt[side] !== null || facts.now - heardAt >= 30_000;
    expect(textMatchOf(session, otherSide(side)).otherPresence).toBe(isSilent ? 'reconnecting' : 'here');
  }
}

const side = fc.constantFrom<Side>(...SIDES);
const event = fc.oneof(
  { weight: 1, arbitrary: side.map((by) => ({ kind: 'closed', by, cause: 'chat-closed' }) as const) },
  {
    weight: 1,
    arbitrary: side.map((who) => ({ kind: 'decided', side: who, decision: 'dislike', pair: 'open' }) as const),
  },
  {
    weight: 4,
    arbitrary: side.map((who) => ({ kind: 'decided', side: who, decision: 'like', pair: 'open' }) as const),
  },
  { weight: 4, arbitrary: side.map((who) => ({ kind: 'left', side: who }) as const) },
  { weight: 4, arbitrary: side.map((who) => ({ kind: 'returned', side: who }) as const) },
);
const passing = fc
  .record({ ms: fc.constantFrom(1_000, 4_000, 5_000, 6_000, 29_000, 30_000), here: fc.subarray([...SIDES]) })
  .map(({ ms, here }) => new TimePasses(ms, here));

test(`${RUNS} random lives of a text match keep every rule (seed ${SEED})`, () => {
  const commands = fc.commands([event.map((happened) => new Acts(happened)), passing], {
    maxCommands: 30,
    size: 'max',
  });
  fc.assert(
    fc.property(commands, (lives) => {
      const nobody = { liked: false, silentSince: null };
      const seats = { a: { userId: 'a', alias: 'A', ...nobody }, b: { userId: 'b', alias: 'B', ...nobody } };
      const start = { id: 'room', createdAt: 0, version: 1, ...seats, interestsInCommon: [], state: 'active' } as const;
      const setup = (): { model: Facts; real: Real } => ({
        model: {
          now: 0,
          seenAt: {
            a: 0,
            b: 0,
          },
          goneAt: {
            a: null,
            b: null,
          },
          liked: new Set<Side>(),
          endedBy: null,
        },
        real: { session: start, effects: [], lookAt: 30_000 },
      });
      fc.modelRun(setup, lives);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect([...visited].toSorted()).toEqual([...TEXT_STATES].toSorted());
}, 600_000);
