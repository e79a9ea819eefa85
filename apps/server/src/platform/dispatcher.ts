import type { CallableName, Input, Output, Reason } from '@yonder/contract';
import type { Tx } from './database.ts';
import { DomainError, type LastingRefusal } from './errors.ts';
import type { Written } from './written.ts';

/** Who calls, from the transport, never from the input. */
export interface CallContext {
  userId: string;
  /** The session the bearer was made for. */
  sid: string;
  /** The socket's auth frame or the X-Tab-Id header. */
  tab: string | null;
  /** The same on every retry of one call. A `batched` callable stores it with its rows. */
  requestId: string | null;
  /** When it was heard: before it waited for its turn, for its limit or for what screens it. */
  now: Date;
  address: string;
  /** The host the caller found this server at, as they say. */
  host?: string | undefined;
}

/** A caller that is a tab. What only a tab may say takes this, so that no missing tab is compared with one. */
export type TabContext = CallContext & { tab: string };

/** @throws DomainError: the caller has named no tab. */
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
  /** As `Database.transactionInTurn`. */
  inTurn?: true;
}
export interface Batched<In, Out> {
  batched(ctx: CallContext, input: In): Promise<Out>;
}

/** An input that was looked at. */
export interface Inspected<In, Out> {
  /** What goes on in its place. */
  input: In;
  /** In the command's own transaction, or for a batched callable in one before its answer. */
  within?(tx: Tx, output: Out): Promise<void>;
}

/**
 * Looks at an input before a transaction begins, so that it may ask others: may change it, or refuse it. Undefined: it
 * goes on as it is.
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

/** Reads only. */
export function query<In, Out>(run: (ctx: CallContext, input: In) => Promise<Out>): Query<In, Out> {
  return { query: run };
}

/** One transaction, opened and committed by the dispatcher, which keeps the answer by request id in it. */
export function command<In, Out>(
  run: (ctx: CallContext, tx: Tx, input: In) => Promise<Out | LastingRefusal>,
): Command<In, Out> {
  return { command: run };
}

/**
 * A command that begins with a lock which all of its kind want (`lockLeases`): two of a node's have a connection, lest a
 * crowd of them holds all there are.
 */
export function inTurn<In, Out>(
  run: (ctx: CallContext, tx: Tx, input: In) => Promise<Out | LastingRefusal>,
): Command<In, Out> {
  return { command: run, inTurn: true };
}

/** Many callers share one transaction of the module's own (joins, sends), which must make a repeated call harmless. */
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

/** Every module's callables as one table. A name that is missing or given twice does not compile. */
export function allHandlers<const Parts extends readonly Partial<Handlers>[]>(
  ...parts: Parts & Complete<Parts>
): Handlers;
export function allHandlers(...parts: readonly object[]): object {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

/** What a bearer proves. */
export interface Bearer {
  userId: string;
  sid: string;
  /** Whether the person had finished onboarding when the bearer was made. */
  onboarded: boolean;
  /** Whether their account was about to be erased then. */
  leaving?: true | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** No rate is taken: a load user, made so by the operator. */
  pace?: 'unlimited' | undefined;
}

/** member: everything. newcomer: not onboarded yet. suspended: may read why. leaving: may take it back. */
export type Standing = 'member' | 'newcomer' | 'suspended' | 'leaving';

/** What somebody reads who may not do what members do. */
const REFUSALS = {
  newcomer: 'onboarding-required',
  suspended: 'suspended',
  leaving: 'leaving',
} as const satisfies Record<Exclude<Standing, 'member'>, Reason>;

/** @throws DomainError for whoever is no member, unless it is open to them. */
export function expectMember(
  standing: Standing,
  isOpenTo: (standing: Exclude<Standing, 'member'>) => boolean = () => false,
): void {
  if (standing !== 'member' && !isOpenTo(standing)) throw new DomainError(REFUSALS[standing]);
}

/** What the door asks identity. */
export interface Admission {
  /**
   * Asked for every call and frame, so it costs no query.
   * @throws DomainError 'not-authenticated', 'session-ended', or 'not-ready' when revocations are not known.
   */
  authenticate(bearer: string): Bearer;
  /** Asked for every call: answered from memory as a rule. */
  standing(bearer: Bearer): Standing | Promise<Standing>;
  /** Whether anything is told to them over the live socket. From memory. */
  mayListen(bearer: Bearer): boolean;
  /** Whether they may call what is for moderators. From memory. */
  mayModerate(bearer: Pick<Bearer, 'userId'>): boolean;
}
