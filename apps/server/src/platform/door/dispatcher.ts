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
import { createInFlight } from './in-flight.ts';
import type { Limits } from './limits.ts';
import { createRunners, type Runner } from './runners.ts';
import { createShedding } from './shedding.ts';

/** A call as a transport hands it in. */
export interface Call {
  bearer: Bearer;
  function: string;
  /** Asked for after the rate limit. Throws DomainError 'bad-input' for a body that cannot be read. */
  data(): unknown;
  requestId: string | null;
  tab: string | null;
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

/** A page waits with all else that it asks until the slowest of its calls is answered. */
const LAST_ANSWERS_MS = 5_000;

/** The door every call goes through, over HTTP and the live socket alike: authenticate, shed, rate-limit, parse, authorise, do. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { admission, clock, database, log, observe } = options;
  const runners = createRunners(options);
  const inFlight = createInFlight(clock);
  // Whoever waits in line keeps nothing busy, however long.
  const atWork = {
    size: () => inFlight.size() - database.inLine(),
    waitedMs: (nth: number) => inFlight.waitedMs(nth + database.inLine()),
  };
  const shedding = createShedding({ clock, calls: atWork, onShed: options.onShed });
  let draining = false;

  /** Undefined: at once. */
  function takeTurn(name: CallableName, { bearer, publicNetwork }: Call): Promise<void> | undefined {
    const rate: Rate = CALLABLES[name].rate;
    const taking = options.limits.take(`${name} ${bearer.userId}`, rate);
    if (!rate.network || publicNetwork === null) return taking;
    return takeTheirs(`${name} ${publicNetwork}`, { taking, rate: { ...rate, ...rate.network } });
  }

  async function takeTheirs(key: string, { taking, rate }: { taking: Promise<void> | undefined; rate: Rate }) {
    await taking;
    await options.limits.take(key, rate);
  }

  // Waits for a promise only where there is something to wait for: each wait costs more than most of what is done here.
  function run(call: Call): Promise<string> {
    if (draining) throw new DomainError('not-ready');
    const { function: name, bearer } = call;
    if (!isCallable(name)) throw new DomainError('unknown-function');
    const runner = runners.get(name);
    if (!runner) throw new DomainError('unimplemented');
    // First, and without a query: refusing has to cost less than doing.
    shedding.admit(priorityOf(name));
    const taking = bearer.pace === 'unlimited' ? undefined : takeTurn(name, call);
    const taken = (): Promise<string> => runAllowed(name, call, runner);
    return taking ? taking.then(taken) : taken();
  }

  function runAllowed(name: CallableName, call: Call, runner: Runner): Promise<string> {
    const { bearer } = call;
    const input = parseInput(name, call.data());
    const admitted = (standing: Standing): Promise<string> => {
      admit(name, standing);
      if (FOR_MODERATORS.has(name) && !admission.mayModerate(bearer)) throw new DomainError('not-a-moderator');
      return runner(contextOf(call, clock), input);
    };
    const standing = admission.standing(bearer);
    return typeof standing === 'string' ? admitted(standing) : standing.then(admitted);
  }

  async function answer(call: Call): Promise<string> {
    const started = performance.now();
    let code: Code | 'ok' = 'ok';
    try {
      return await inFlight.add(run(call));
    } catch (thrown) {
      const error = asDomainError(thrown);
      code = error.code;
      if (error !== thrown) log.error({ err: thrown, function: call.function, code }, 'a call failed');
      else if (code === 'permission-denied') logRefusal(call, error);
      throw error;
    } finally {
      observe(isCallable(call.function) ? call.function : 'other', code, (performance.now() - started) / 1_000);
    }
  }

  /** Who tried what is not theirs. */
  function logRefusal({ function: name, bearer: { userId } }: Call, { reason }: DomainError): void {
    log.info({ userId, function: name, reason }, 'a call was refused');
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
    async drain() {
      draining = true;
      await inFlight.settled(LAST_ANSWERS_MS);
    },
  };
}

function contextOf({ bearer, requestId, tab, address, host }: Call, clock: Clock): CallContext {
  return { userId: bearer.userId, sid: bearer.sid, tab, requestId, now: new Date(clock.now()), address, host };
}

function parseInput(name: CallableName, data: unknown): unknown {
  const { success, data: input, error } = CALLABLES[name].input.safeParse(data);
  if (!success) throw new DomainError('bad-input', { cause: error });
  return input;
}

function admit(name: CallableName, standing: Standing): void {
  expectMember(standing, (other) => OPEN_TO[other].includes(name));
}
