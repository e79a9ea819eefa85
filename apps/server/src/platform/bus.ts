import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

/** Answers `ask` with what it returns or resolves to; undefined: no answer. */
export type Listener = (message: unknown) => unknown;

/** Publishes messages to the listeners of a subject. Between nodes it may lose some, so it carries hints only. */
export interface Bus {
  publish(subject: string, message: unknown): void;
  subscribe(subject: string, on: Listener): Stop;
  /** The first answer; undefined: none came in that time. */
  ask(subject: string, question: unknown, withinMs: number): Promise<unknown>;
  /** How many there may be; a message without listeners need not be made. */
  listeners(subject: string): number;
  /** Messages to or from this node may have been lost: code that relies on them reads again. */
  onGap(listen: () => void): Stop;
  /** Whether it reaches the other nodes. */
  isConnected(): boolean;
  /** Sends what was published before, and closes. */
  stop(): Promise<void>;
}

/** A bus within this process, which loses nothing. */
export function createBus(log: Log): Bus {
  const listeners = createListeners(log);
  return {
    publish: (subject, message) => void listeners.tell(subject, message),
    subscribe: listeners.add,
    ask: (subject, question) => firstAnswer(listeners.tell(subject, question)),
    listeners: listeners.count,
    onGap: () => () => {},
    isConnected: () => true,
    async stop() {},
  };
}

/** The listeners of this process, by subject. */
interface Listeners {
  add(subject: string, on: Listener): Stop;
  count(subject: string): number;
  /** Calls each listener before this returns; one that fails is logged and has no answer. */
  tell(subject: string, message: unknown): Promise<unknown>[];
}

export function createListeners(log: Log): Listeners {
  const subjects = new Map<string, Set<Listener>>();

  async function attempt(on: Listener, subject: string, message: unknown): Promise<unknown> {
    try {
      return await on(message);
    } catch (error) {
      log.error({ err: error, about: kindOf(subject) }, 'a bus subscriber failed');
      return undefined;
    }
  }

  return {
    add(subject, on) {
      const listener: Listener = (message) => on(message);
      const listeners = subjects.get(subject) ?? new Set();
      subjects.set(subject, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && subjects.get(subject) === listeners) subjects.delete(subject);
      };
    },
    count: (subject) => subjects.get(subject)?.size ?? 0,
    tell: (subject, message) => [...(subjects.get(subject) ?? [])].map((on) => attempt(on, subject, message)),
  };
}

export async function firstAnswer(answers: readonly Promise<unknown>[]): Promise<unknown> {
  return (await Promise.all(answers)).find((answer) => answer !== undefined);
}

/** The kind of a subject, without the id, for the log. */
export function kindOf(subject: string): string {
  return subject.split('.')[0]!;
}
