import { FIXED, type Reason } from '@yonder/contract';
import type { Unsent } from '../unsent.ts';

/*
 * Messages to send, in the order written. Each room has its own lane, which sends one message at a time, so that the
 * server numbers them as they were written. The next one waits until the one before is stored or refused for good.
 *
 *            ┌─ upload first ─► uploading ─ uploaded ─┐
 *   resting ─┤                                        ▼
 *      ▲     └──────────────────────────────────► sending ─ stored ──► gone, the next one
 *      │                                           │  └─── refused ──► failed, the next one
 *      └──── due, or the network is back ◄── waiting ◄─ no answer, busy, too fast
 */
export interface OutboxState {
  entries: readonly Unsent[];
  lanes: ReadonlyMap<string, Lane>;
}

type Lane =
  /** since: time of the first of these attempts. */
  | { at: 'working'; clientMessageId: string; attempts: number; since: number }
  /** patience: asked for by the server; a network that comes back does not end it. */
  | { at: 'waiting'; until: number; attempts: number; since: number; why: 'trouble' | 'patience' };

export type Failure =
  /** The server's verdict on this very message: a retry gets the same. */
  | { kind: 'refused'; reason?: Reason }
  /** No answer, or one that may change in a while. */
  | { kind: 'passing' }
  /** The server's own fault; a message that causes it every time must not stop the others. */
  | { kind: 'broken' }
  | { kind: 'too-fast'; ms: number };

export type OutboxEvent =
  /** The stored entries, in the order written. */
  | { type: 'loaded'; entries: readonly Unsent[] }
  | { type: 'uploaded'; clientMessageId: string; path: string }
  | { type: 'stored'; clientMessageId: string }
  | { type: 'failed'; clientMessageId: string; failure: Failure }
  | { type: 'time passed' }
  | { type: 'network back' };

export type OutboxEffect =
  | { do: 'upload'; entry: Unsent }
  /** attempts: number of earlier tries. */
  | { do: 'send'; entry: Unsent; attempts: number }
  | { do: 'keep'; entry: Unsent }
  | { do: 'wake'; at: number };

export interface OutboxStep {
  state: OutboxState;
  effects: readonly OutboxEffect[];
}

/** now: ms since the epoch. random: 0 up to 1. */
export interface Moment {
  now: number;
  random: number;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const MOST_BREAKS = 8;

export const EMPTY_OUTBOX: OutboxState = { entries: [], lanes: new Map() };

export function step(state: OutboxState, event: OutboxEvent, moment: Moment): OutboxStep {
  switch (event.type) {
    case 'loaded':
      return goOn({ ...state, entries: event.entries }, moment);
    case 'uploaded':
      return uploaded(state, event, moment);
    case 'stored':
      return goOn(settled(state, event.clientMessageId), moment);
    case 'failed':
      return failed(state, event, moment);
    case 'time passed':
      return goOn(state, moment);
    case 'network back':
      return goOn({ ...state, lanes: hurried(state.lanes) }, moment);
    default:
      return event satisfies never;
  }
}

/** Starts the first message of every free lane. */
function goOn({ entries, lanes }: OutboxState, { now }: Moment): OutboxStep {
  const heads = new Map<string, Unsent>();
  for (const entry of entries) {
    if (entry.state === 'sending' && !heads.has(entry.chatRoomId)) heads.set(entry.chatRoomId, entry);
  }
  const next = new Map([...lanes].filter(([room, lane]) => lane.at === 'working' || heads.has(room)));
  const effects: OutboxEffect[] = [];
  for (const [room, entry] of heads) {
    const lane = lanes.get(room);
    if (lane?.at === 'working' || (lane?.at === 'waiting' && lane.until > now)) continue;
    const { attempts, since } = lane ?? { attempts: 0, since: now };
    next.set(room, { at: 'working', clientMessageId: entry.clientMessageId, attempts, since });
    effects.push(isUploaded(entry) ? { do: 'send', entry, attempts } : { do: 'upload', entry });
  }
  const pauses = [...next.values()].flatMap((lane) => (lane.at === 'waiting' ? [lane.until] : []));
  if (pauses.length > 0) effects.push({ do: 'wake', at: Math.min(...pauses) });
  return { state: { entries, lanes: next }, effects };
}

function uploaded(state: OutboxState, event: { clientMessageId: string; path: string }, moment: Moment): OutboxStep {
  const entry = state.entries.find(({ clientMessageId }) => clientMessageId === event.clientMessageId);
  if (!entry?.media) return goOn(released(state, event.clientMessageId), moment);
  const ready = { ...entry, media: { ...entry.media, path: event.path } };
  const { state: next, effects } = goOn(released(withEntry(state, ready), event.clientMessageId), moment);
  return { state: next, effects: [{ do: 'keep', entry: ready }, ...effects] };
}

interface Failed {
  clientMessageId: string;
  failure: Failure;
}

function failed(state: OutboxState, { clientMessageId, failure }: Failed, moment: Moment): OutboxStep {
  const entry = state.entries.find((one) => one.clientMessageId === clientMessageId);
  const [room, lane] = laneOf(state, clientMessageId) ?? [];
  if (entry === undefined || room === undefined || lane === undefined) {
    return goOn(released(state, clientMessageId), moment);
  }
  const attempts = lane.attempts + 1;
  if (isOver(failure, { attempts, spent: moment.now - lane.since, entry })) {
    const reason = failure.kind === 'refused' ? failure.reason : undefined;
    const refused: Unsent = { ...entry, state: 'failed', ...(reason && { reason }) };
    const { state: next, effects } = goOn(released(withEntry(state, refused), clientMessageId), moment);
    return { state: next, effects: [{ do: 'keep', entry: refused }, ...effects] };
  }
  const { since } = lane;
  const waiting: Lane =
    failure.kind === 'too-fast'
      ? { at: 'waiting', until: moment.now + failure.ms, attempts: lane.attempts, since, why: 'patience' }
      : { at: 'waiting', until: moment.now + pause(attempts, moment.random), attempts, since, why: 'trouble' };
  return goOn({ ...state, lanes: new Map(state.lanes).set(room, waiting) }, moment);
}

interface Tried {
  attempts: number;
  /** Ms since the first attempt. */
  spent: number;
  entry: Unsent;
}

/** Text is retried until it arrives. A file that could not be uploaded for ten minutes is left to its author. */
function isOver(failure: Failure, { attempts, spent, entry }: Tried): boolean {
  if (failure.kind === 'refused') return true;
  if (failure.kind === 'broken' && attempts >= MOST_BREAKS) return true;
  return !isUploaded(entry) && spent >= FIXED.uploadTimeoutMs;
}

function isUploaded({ media }: Unsent): boolean {
  return media === null || media.path !== null;
}

/** 1, 2, 4 … 30 s, each up to a quarter shorter, so that clients do not all come back at once. */
function pause(attempts: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) * (1 - random / 4);
}

function settled(state: OutboxState, clientMessageId: string): OutboxState {
  const entries = state.entries.filter((entry) => entry.clientMessageId !== clientMessageId);
  return { ...released(state, clientMessageId), entries };
}

function released(state: OutboxState, clientMessageId: string): OutboxState {
  const [room] = laneOf(state, clientMessageId) ?? [];
  if (room === undefined) return state;
  const lanes = new Map(state.lanes);
  lanes.delete(room);
  return { ...state, lanes };
}

function laneOf({ lanes }: OutboxState, clientMessageId: string): [string, Lane] | undefined {
  return [...lanes].find(([, lane]) => lane.at === 'working' && lane.clientMessageId === clientMessageId);
}

function withEntry(state: OutboxState, entry: Unsent): OutboxState {
  const { clientMessageId } = entry;
  return { ...state, entries: state.entries.map((one) => (one.clientMessageId === clientMessageId ? entry : one)) };
}

function hurried(lanes: ReadonlyMap<string, Lane>): ReadonlyMap<string, Lane> {
  return new Map([...lanes].filter(([, lane]) => lane.at === 'working' || lane.why === 'patience'));
}
