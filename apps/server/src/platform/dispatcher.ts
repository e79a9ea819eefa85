import type { CallableName, Input, Output, Reason } from '@yonder/contract';
import type { Tx } from './database.ts';
import { DomainError, type LastingRefusal } from './errors.ts';
import type { Written } from './written.ts';

/** The caller as the transport knows it, never from the input. */
export interface CallContext {
  userId: string;
  /** The session the access token was issued for. */
  sid: string;
  /** From the socket's auth frame or the X-Tab-Id header. */
  tab: string | null;
  /** Identical on every retry of one call. A `batched` callable stores it with its rows. */
  requestId: string | null;
  /** When the call arrived, before it waited for its turn, its rate limit or screening. */
  now: Date;
  address: string;
  /** This server's host as the caller names it; not verified. */
  host?: string | undefined;
}

/** A caller that is a tab. What only a tab may call takes this, so that a null tab is never compared. */
export type TabContext = CallContext & { tab: string };

/** @throws DomainError when the caller has named no tab. */
export function expectTab(ctx: CallContext, reason: Reason): TabContext {
  const { tab } = ctx;
  if (tab === null) throw new DomainError(reason);
  return { ...ctx, tab };
}

export interface Query<In, Out> {
  query(ctx: CallContext, input: In): Promise<Out>;
}
export interface Command<In, Out> {
  command(ctx: CallContext, tx: Tx, input: In): Promise<Out | LastingRefusal>;
  /** Runs in `Database.transactionInTurn`. */
  inTurn?: true;
}
export interface Batched<In, Out> {
  batched(ctx: CallContext, input: In): Promise<Out>;
}

/** An input that `inspect` has passed. */
export interface Inspected<In, Out> {
  /** The input to use from here on. */
  input: In;
  /** Runs in the command's own transaction; for a batched callable, in one before its answer. */
  within?(tx: Tx, output: Out): Promise<void>;
}

/**
 * Checks an input before a transaction begins, so it may call other services. It may change or refuse the input.
 * Undefined: the input stays as it is.
 */
export interface Inspecting<In, Out> {
  inspect?(ctx: CallContext, input: In): Promise<Inspected<In, Out>> | undefined;
}

export type Handler<Name extends CallableName> =
  | (Inspecting<Input<Name>, Output<Name>> &
      (Query<Input<Name>, Output<Name>> | Command<Input<Name>, Output<Name>> | Batched<Input<Name>, Output<Name>>))
  | Batched<Input<Name>, Output<Name> | Written<Output<Name>>>;

/** A module exports `function voiceCallables(service): Handlers<'endCall' | …>`. */
export type Handlers<Name extends CallableName = CallableName> = { [N in Name]: Handler<N> };

/** Marks a handler that only reads. */
export function query<In, Out>(run: (ctx: CallContext, input: In) => Promise<Out>): Query<In, Out> {
  return { query: run };
}

/**
 * Marks a handler that runs in one transaction, opened and committed by the dispatcher, which stores the answer by
 * request id in it.
 */
export function command<In, Out>(
  run: (ctx: CallContext, tx: Tx, input: In) => Promise<Out | LastingRefusal>,
): Command<In, Out> {
  return { command: run };
}

/**
 * Marks a command that begins with a contended lock (`lockLeases`). A node runs two at a time, so that a crowd of them
 * does not hold all connections.
 */
export function inTurn<In, Out>(
  run: (ctx: CallContext, tx: Tx, input: In) => Promise<Out | LastingRefusal>,
): Command<In, Out> {
  return { command: run, inTurn: true };
}

/**
 * Marks a handler that runs many calls in one transaction of the module's own (joins, sends). It must make a repeated
 * call harmless.
 */
export function batched<In, Out>(run: (ctx: CallContext, input: In) => Promise<Out>): Batched<In, Out> {
  return { batched: run };
}

type Names<Parts extends readonly object[]> = { [I in keyof Parts]: keyof Parts[I] }[number];
type Repeated<Parts extends readonly object[], Seen = never> = Parts extends readonly [
  infer Head extends object,
  ...infer Rest extends readonly object[],
]
  ? (keyof Head & Seen) | Repeated<Rest, Seen | keyof Head>
  : never;
type Complete<Parts extends readonly object[]> = [Repeated<Parts>] extends [never]
  ? [Exclude<CallableName, Names<Parts>>] extends [never]
    ? unknown
    : { missing: Exclude<CallableName, Names<Parts>> }
  : { repeated: Repeated<Parts> };

/** Merges every module's callables. A name that is missing or given twice does not compile. */
export function allHandlers<const Parts extends readonly Partial<Handlers>[]>(
  ...parts: Parts & Complete<Parts>
): Handlers;
export function allHandlers(...parts: readonly object[]): object {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** What a valid access token proves. */
export interface Bearer {
  userId: string;
  sid: string;
  /** Whether the user had finished onboarding when the token was made. */
  onboarded: boolean;
  /** Whether the account was due to be erased when the token was made. */
  leaving?: true | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** No rate limit applies: a load user, made so by the operator. */
  pace?: 'unlimited' | undefined;
}

/** member: everything. newcomer: not onboarded yet. suspended: may read why. leaving: may cancel the deletion. */
export type Standing = 'member' | 'newcomer' | 'suspended' | 'leaving';

/** The reason sent to a caller that is no member. */
const REFUSALS = {
  newcomer: 'onboarding-required',
  suspended: 'suspended',
  leaving: 'leaving',
} as const satisfies Record<Exclude<Standing, 'member'>, Reason>;

/** @throws DomainError when the caller is no member, unless the callable is open to that standing. */
export function expectMember(
  standing: Standing,
  isOpenTo: (standing: Exclude<Standing, 'member'>) => boolean = () => false,
): void {
  if (standing !== 'member' && !isOpenTo(standing)) throw new DomainError(REFUSALS[standing]);
}

/** What the dispatcher asks of identity. */
export interface Admission {
  /**
   * Runs for every call and frame, so it makes no query.
   * @throws DomainError 'not-authenticated', 'session-ended', or 'not-ready' when revocations are not known.
   */
  authenticate(bearer: string): Bearer;
  /** Runs for every call; answers from memory as a rule. */
  standing(bearer: Bearer): Standing | Promise<Standing>;
  /** Whether the user may receive events over the live socket. From memory. */
  mayListen(bearer: Bearer): boolean;
  /** Whether the user may call what is for moderators. From memory. */
  mayModerate(bearer: Pick<Bearer, 'userId'>): boolean;
}
