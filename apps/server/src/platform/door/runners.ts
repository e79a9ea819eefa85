import { CALLABLES, CALLABLE_NAMES, type CallableName } from '@yonder/contract';
import type { Database } from '../database.ts';
import type { Batched, CallContext, Command, Handlers, Inspected, Inspecting, Query } from '../dispatcher.ts';
import { DomainError, LastingRefusal } from '../errors.ts';
import { Written } from '../written.ts';
import type { Answers } from './answers.ts';
import { letOutOf, type LetOut } from './let-out.ts';

/** Runs one callable with an input its schema has parsed; returns JSON filtered by its output schema. */
export type Runner = (ctx: CallContext, input: unknown) => Promise<string>;

/** Gets only input parsed by the schema of its own name, which a table's type cannot express. */
type AnyHandler = Inspecting<unknown, unknown> &
  (Query<unknown, unknown> | Command<unknown, unknown> | Batched<unknown, unknown>);

interface RunnerOptions {
  handlers: Partial<Handlers>;
  database: Database;
  answers: Answers;
}

export function createRunners(options: RunnerOptions): Map<CallableName, Runner> {
  const runners = new Map<CallableName, Runner>();
  for (const name of CALLABLE_NAMES) {
    const handler = options.handlers[name];
    if (!handler) continue;
    if (!(CALLABLES[name].kind in handler)) throw new Error(`${name} must be a ${CALLABLES[name].kind}`);
    runners.set(name, createRunner(name, handler, options));
  }
  return runners;
}

function createRunner(name: CallableName, handler: AnyHandler, options: RunnerOptions): Runner {
  const letOut = letOutOf(CALLABLES[name].output);
  if ('query' in handler) return (ctx, input) => handler.query(ctx, input).then(letOut);
  if ('batched' in handler) return inOthersTransaction(handler, { ...options, letOut });
  return sharing(inTransaction(name, handler, { ...options, letOut }));
}

/** Returns the answer of a call that passed before, even if the inspection refuses it now. */
async function inspectedOrAnswered(
  name: CallableName,
  handler: Inspecting<unknown, unknown>,
  { ctx, asked, answers }: { ctx: CallContext; asked: unknown; answers: Answers },
): Promise<Inspected<unknown, unknown> | { answer: string }> {
  try {
    return (await handler.inspect?.(ctx, asked)) ?? { input: asked };
  } catch (error) {
    const { userId, requestId } = ctx;
    const answer = requestId === null ? undefined : await answers.find({ userId, function: name, requestId });
    if (answer === undefined) throw error;
    return { answer };
  }
}

function inOthersTransaction(
  handler: Batched<unknown, unknown> & Inspecting<unknown, unknown>,
  { database, letOut }: RunnerOptions & { letOut: LetOut },
): Runner {
  const write: LetOut = (output) => (output instanceof Written ? output.json : letOut(output));
  const batched: Runner = (ctx, input) => handler.batched(ctx, input).then(write);

  async function inspectedFirst(ctx: CallContext, inspecting: Promise<Inspected<unknown, unknown>>): Promise<string> {
    const { input, within } = await inspecting;
    if (!within) return batched(ctx, input);
    const output = await handler.batched(ctx, input);
    // A repetition finds what was stored and reaches this line again.
    await database.transaction((tx) => within(tx, output));
    return letOut(output);
  }

  return (ctx, asked) => {
    const inspecting = handler.inspect?.(ctx, asked);
    return inspecting ? inspectedFirst(ctx, inspecting) : batched(ctx, asked);
  };
}

function inTransaction(
  name: CallableName,
  handler: Command<unknown, unknown> & Inspecting<unknown, unknown>,
  { database, answers, letOut }: RunnerOptions & { letOut: LetOut },
): Runner {
  return async (ctx, asked) => {
    const inspection = await inspectedOrAnswered(name, handler, { ctx, asked, answers });
    if ('answer' in inspection) return inspection.answer;
    const { input, within } = inspection;
    const transaction = handler.inTurn ? database.transactionInTurn : database.transaction;
    const answer = await transaction((tx) => {
      const work = async (): Promise<string | LastingRefusal> => {
        const result = await handler.command(ctx, tx, input);
        if (result instanceof LastingRefusal) return result;
        await within?.(tx, result);
        return letOut(result);
      };
      const { userId, requestId } = ctx;
      return requestId === null ? work() : answers.once(tx, { userId, function: name, requestId }, work);
    });
    if (answer instanceof LastingRefusal) throw new DomainError(answer.reason);
    return answer;
  };
}

/** Shares one run among identical requests on this node, lest each hold a connection to wait for the first. */
function sharing(run: Runner): Runner {
  const underWay = new Map<string, Promise<string>>();
  return (ctx, input) => {
    if (ctx.requestId === null) return run(ctx, input);
    const key = `${ctx.userId} ${ctx.requestId}`;
    const running = underWay.get(key) ?? run(ctx, input).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
