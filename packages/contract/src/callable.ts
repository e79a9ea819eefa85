import type * as z from 'zod/mini';

/**
 * query: reads only. command: one transaction, its answer stored by request id.
 * batched: like a command, but many callers share one transaction (joins, sends).
 */
export type CallableKind = 'query' | 'command' | 'batched';

interface Bucket {
  burst: number;
  perMinute: number;
}

/**
 * A token bucket per user and callable, over all their sessions and tabs.
 * strict: takes tokens in PostgreSQL before the command runs, exact over all nodes; refuses when the database does not
 * answer.
 * sliced: a node draws tokens beforehand, for frequent calls; lets through when the database does not answer.
 */
export interface Rate extends Bucket {
  kind: 'strict' | 'sliced';
  /**
   * For all users of one network together, so that many accounts cannot do what one may not; not for private networks.
   */
  network?: Bucket;
}

export interface Callable<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  kind: CallableKind;
  input: Input;
  output: Output;
  rate: Rate;
}

const USUAL: Rate = { burst: 40, perMinute: 240, kind: 'sliced' };

/** Builds the schemas at first use: a page needs a few of them, and building all takes a slow phone long. */
export function callable<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  kind: CallableKind,
  input: () => Input,
  output: () => Output,
  rate: Rate = USUAL,
): Callable<Input, Output> {
  const made: { input?: Input; output?: Output } = {};
  return {
    kind,
    rate,
    get input() {
      return (made.input ??= input());
    },
    get output() {
      return (made.output ??= output());
    },
  };
}
