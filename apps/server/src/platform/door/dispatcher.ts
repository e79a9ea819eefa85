import {
  CALLABLES,
  FOR_MODERATORS,
  OPEN_TO,
  isCallable,
  priorityOf,
  type CallableName,
  type Code,
  type Priority,
  type Rate,
} from '@yonder/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import {
  expectMember,
  type Admission,
  type Bearer,
  type CallContext,
  type Handlers,
  type Standing,
} from '../dispatcher.ts';
import { DomainError, asDomainError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Answers } from './answers.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { createInOrder, type InOrder } from './in-order.ts';
import type { Limits } from './limits.ts';
import { createRunners, type Runner } from './runners.ts';
import { createShedding, type Shedding } from './shedding.ts';

/** A call as a transport hands it in. */
export interface Call {
  bearer: Bearer;
  function: string;
  /** Asked for after the rate limit. Throws DomainError 'bad-input' for a body that cannot be read. */
  data(): unknown;
  requestId: string | null;
  tab: string | null;
  /** Ms since the epoch. */
  heardAt: number;
  address: string;
  /** Of the address: what `publicNetworkOf` says. */
  publicNetwork: string | null;
  host?: string | undefined;
}

export interface Dispatcher {
  /** @throws DomainError 'not-authenticated', 'session-ended' or 'not-ready'. */
  authenticate(bearer: string | null): Bearer;
  /** The same for who is told things. @throws DomainError 'suspended', too */
  listen(bearer: string): Bearer;
  /** Answers JSON; rejects with a DomainError, whatever went wrong. */
  call(call: Call): Promise<string>;
  /** How many calls wait since there is too much to do. */
  waiting(): number;
  /** Refuses new calls and resolves once the running ones have answered; those that take longer than 5 s are asked again, elsewhere. */
  drain(): Promise<void>;
}

export interface DispatcherOptions {
  handlers: Partial<Handlers>;
  admission: Admission;
  database: Database;
  clock: Clock;
  log: Log;
  limits: Limits;
  answers: Answers;
  /** Counts a finished call. */
  observe(name: string, code: Code | 'ok', seconds: number): void;
  /** Counts a call that was refused since there is too much to do. */
  onShed(priority: Priority): void;
}

/**
 * All that the door asks of a callable, found by one look: a name as it comes from outside is a text of its own, and would
 * have to be made a key for each table it is looked up in.
 */
interface Entrance {
  name: CallableName;
  priority: Priority;
  callable: { readonly rate: Rate; readonly input: (typeof CALLABLES)[CallableName]['input'] };
  isForModerators: boolean;
  isInOrder: boolean;
  run: Runner;
}

/** A join may wait at the door longer than the leave that follows it, which would find nothing to leave. */
const IN_ORDER: ReadonlySet<CallableName> = new Set<CallableName>([
  'joinCallQueue',
  'leaveCallQueue',
  'joinTextQueueV2v2',
  'leaveTextQueueV2v2',
] as const);

/** A page waits with all else that it asks until the slowest of its calls is answered. */
const LAST_ANSWERS_MS = 5_000;

/** The door every call goes through, over HTTP and the live socket alike: authenticate, shed, rate-limit, parse, authorise, do. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { admission, clock, log, observe } = options;
  const entrances = entrancesOf(createRunners(options));
  const inFlight = createInFlight(clock);
  const inOrder = createInOrder();
  const shedding = createSheddingOf(options, { inFlight, inOrder });
  let draining = false;

  /** Whoever waits for their turn was let in before the door was closed. */
  function runInTurn(call: Call, entrance: Entrance | undefined): Promise<string> {
    if (draining) throw new DomainError('not-ready');
    return entrance?.isInOrder
      ? inOrder.add(call.bearer.userId, run.bind(undefined, call, entrance))
      : run(call, entrance);
  }

  // Waits for a promise only where there is something to wait for: each wait costs more than most of what is done here.
  function run(call: Call, entrance: Entrance | undefined): Promise<string> {
    if (!entrance) throw new DomainError(isCallable(call.function) ? 'unimplemented' : 'unknown-function');
    // First, and without a query: refusing has to cost less than doing.
    const admitted = shedding.admit(entrance.priority);
    return admitted ? admitted.then(() => runAtOnce(call, entrance)) : runAtOnce(call, entrance);
  }

  function runAtOnce(call: Call, entrance: Entrance): Promise<string> {
    const taking = call.bearer.pace === 'unlimited' ? undefined : takeTurn(options.limits, { entrance, call });
    return taking ? taking.then(() => runAllowed(call, entrance)) : runAllowed(call, entrance);
  }

  function runAllowed(call: Call, entrance: Entrance): Promise<string> {
    const input = parseInput(entrance, call.data());
    const standing = admission.standing(call.bearer);
    return typeof standing === 'string'
      ? runAdmitted(call, { entrance, input, standing })
      : standing.then((known) => runAdmitted(call, { entrance, input, standing: known }));
  }

  function runAdmitted(
    call: Call,
    { entrance, input, standing }: { entrance: Entrance; input: unknown; standing: Standing },
  ): Promise<string> {
    admit(entrance.name, standing);
    if (entrance.isForModerators && !admission.mayModerate(call.bearer)) throw new DomainError('not-a-moderator');
    return entrance.run(contextOf(call), input);
  }

  /** Its own promises are few: so many calls wait at once in a crowd that what each keeps meanwhile is counted in megabytes. */
  function answer(call: Call): Promise<string> {
    const started = performance.now();
    const entrance = entrances.get(call.function);
    const end = (code: Code | 'ok'): void => {
      observe(entrance?.name ?? knownName(call), code, (performance.now() - started) / 1_000);
    };
    const refuse = (thrown: unknown): never => {
      const error = asDomainError(thrown);
      if (error !== thrown) log.error({ err: thrown, function: call.function, code: error.code }, 'a call failed');
      else if (error.code === 'permission-denied') logRefusal(log, { call, error });
      end(error.code);
      throw error;
    };
    const answered = (result: string): string => {
      end('ok');
      return result;
    };
    try {
      const kind = entrance?.isInOrder ? 'queued' : 'plain';
      return inFlight.add(runInTurn(call, entrance), kind).then(answered, refuse);
    } catch (thrown) {
      return Promise.try(refuse, thrown);
    }
  }

  return {
    authenticate(bearer) {
      if (bearer === null) throw new DomainError('not-authenticated');
      return admission.authenticate(bearer);
    },
    listen(token) {
      const bearer = admission.authenticate(token);
      if (admission.mayListen(bearer)) return bearer;
      log.info({ userId: bearer.userId, reason: 'suspended' }, 'a socket was refused');
      throw new DomainError('suspended');
    },
    call: answer,
    waiting: shedding.waiting,
    async drain() {
      draining = true;
      await inFlight.settled(LAST_ANSWERS_MS);
    },
  };
}

/** By the calls that are worked on: a call that waits in line, or for an earlier one, keeps nothing busy. */
function createSheddingOf(
  { clock, database, onShed }: DispatcherOptions,
  { inFlight, inOrder }: { inFlight: InFlight; inOrder: InOrder },
): Shedding {
  const calls = {
    size: () => inFlight.size() - database.inLine() - inOrder.waiting() - shedding.waiting(),
    waitedMs: (nth: number) => inFlight.waitedMs(nth + database.inLine()),
  };
  const shedding: Shedding = createShedding({ clock, calls, onShed });
  return shedding;
}

/** Undefined: at once. */
function takeTurn(limits: Limits, { entrance, call }: { entrance: Entrance; call: Call }): Promise<void> | undefined {
  const { name, callable } = entrance;
  const { bearer, publicNetwork } = call;
  const { rate } = callable;
  const taking = limits.take([name, bearer.userId], rate);
  if (!rate.network || publicNetwork === null) return taking;
  const theirs = { ...rate, ...rate.network };
  return Promise.resolve(taking).then(() => limits.take([name, publicNetwork], theirs));
}

/** Who tried what is not theirs. */
function logRefusal(log: Log, { call, error }: { call: Call; error: DomainError }): void {
  const { bearer, function: name } = call;
  log.info({ userId: bearer.userId, function: name, reason: error.reason }, 'a call was refused');
}

function contextOf({ bearer, requestId, tab, heardAt, address, host }: Call): CallContext {
  return { userId: bearer.userId, sid: bearer.sid, tab, requestId, now: new Date(heardAt), address, host };
}

/** Of what nobody does here: names that no contract has are counted as one. */
function knownName({ function: name }: Call): CallableName | 'other' {
  return isCallable(name) ? name : 'other';
}

function entrancesOf(runners: ReadonlyMap<CallableName, Runner>): Map<string, Entrance> {
  const entrances = new Map<string, Entrance>();
  for (const [name, run] of runners) {
    const isForModerators = FOR_MODERATORS.has(name);
    const entrance = { name, priority: priorityOf(name), callable: CALLABLES[name], isForModerators, run };
    entrances.set(name, { ...entrance, isInOrder: IN_ORDER.has(name) });
  }
  return entrances;
}

function parseInput({ callable }: Entrance, data: unknown): unknown {
  const { success, data: input, error } = callable.input.safeParse(data);
  if (!success) throw new DomainError('bad-input', { cause: error });
  return input;
}

function admit(name: CallableName, standing: Standing): void {
  expectMember(standing, (other) => OPEN_TO[other].includes(name));
}
