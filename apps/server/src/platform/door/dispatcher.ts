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

/** A call as a transport passes it in. */
export interface Call {
  bearer: Bearer;
  function: string;
  /** Read after the rate limit. Throws DomainError 'bad-input' for a body that cannot be parsed. */
  data(): unknown;
  requestId: string | null;
  tab: string | null;
  /** Ms since the epoch. */
  heardAt: number;
  address: string;
  /** What `publicNetworkOf` returns for the address. */
  publicNetwork: string | null;
  host?: string | undefined;
}

export interface Dispatcher {
  /** @throws DomainError 'not-authenticated', 'session-ended' or 'not-ready'. */
  authenticate(bearer: string | null): Bearer;
  /** Authenticates a socket for live events. @throws DomainError as `authenticate` does, and 'suspended'. */
  listen(bearer: string): Bearer;
  /** Returns JSON. Rejects with nothing but a DomainError. */
  call(call: Call): Promise<string>;
  /** How many calls wait because the node is overloaded. */
  waiting(): number;
  /**
   * Refuses new calls and resolves once the running ones have answered. Calls longer than 5 s are refused; their
   * clients retry on another node.
   */
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
  /** Counts a call refused because of overload. */
  onShed(priority: Priority): void;
}

/**
 * All that the dispatcher needs of a callable, found by one lookup. A name from outside is a new string, which would be
 * hashed again for each further table.
 */
interface Entrance {
  name: CallableName;
  priority: Priority;
  callable: { readonly rate: Rate; readonly input: (typeof CALLABLES)[CallableName]['input'] };
  isForModerators: boolean;
  isInOrder: boolean;
  run: Runner;
}

/** A join may wait in the queue longer than the leave after it, which would find nothing to leave. */
const IN_ORDER: ReadonlySet<CallableName> = new Set<CallableName>([
  'joinCallQueue',
  'leaveCallQueue',
  'joinTextQueueV2v2',
  'leaveTextQueueV2v2',
] as const);

/** While a node drains, a page's new calls wait until its slowest call is answered and its socket moves. */
const LAST_ANSWERS_MS = 5_000;

/**
 * The pipeline of every call, over HTTP and the live socket alike: authenticate, shed, rate-limit, parse, authorise,
 * run.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { admission, clock, log, observe } = options;
  const entrances = entrancesOf(createRunners(options));
  const inFlight = createInFlight(clock);
  const inOrder = createInOrder();
  const shedding = createSheddingOf(options, { inFlight, inOrder });
  let draining = false;

  /** Calls that wait for their turn were accepted before draining began. */
  function runInTurn(call: Call, entrance: Entrance | undefined): Promise<string> {
    if (draining) throw new DomainError('not-ready');
    return entrance?.isInOrder
      ? inOrder.add(call.bearer.userId, run.bind(undefined, call, entrance))
      : run(call, entrance);
  }

  // Awaits only where a promise is pending: each await costs more than most steps here.
  function run(call: Call, entrance: Entrance | undefined): Promise<string> {
    if (!entrance) throw new DomainError(isCallable(call.function) ? 'unimplemented' : 'unknown-function');
    // Comes first and makes no query: refusing must cost less than doing.
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

  /** Creates few promises: in a crowd so many calls wait at once that their memory adds up to megabytes. */
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

/** Measures only calls being worked on: a call that waits in line, or for an earlier one, keeps nothing busy. */
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

/** Undefined: taken at once. */
function takeTurn(limits: Limits, { entrance, call }: { entrance: Entrance; call: Call }): Promise<void> | undefined {
  const { name, callable } = entrance;
  const { bearer, publicNetwork } = call;
  const { rate } = callable;
  const taking = limits.take([name, bearer.userId], rate);
  if (!rate.network || publicNetwork === null) return taking;
  const theirs = { ...rate, ...rate.network };
  return Promise.resolve(taking).then(() => limits.take([name, publicNetwork], theirs));
}

/** Logs an attempt without permission. */
function logRefusal(log: Log, { call, error }: { call: Call; error: DomainError }): void {
  const { bearer, function: name } = call;
  log.info({ userId: bearer.userId, function: name, reason: error.reason }, 'a call was refused');
}

function contextOf({ bearer, requestId, tab, heardAt, address, host }: Call): CallContext {
  return { userId: bearer.userId, sid: bearer.sid, tab, requestId, now: new Date(heardAt), address, host };
}

/** Counts all names that no contract has as one. */
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
