import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

/** What it returns, or resolves to, is the answer for whoever asked; undefined: none. */
export type Listener = (message: unknown) => unknown;

/** Tells whoever listens on a subject. May lose messages when it runs between nodes, so it carries hints only. */
export interface Bus {
  publish(subject: string, message: unknown): void;
  subscribe(subject: string, on: Listener): Stop;
  /** The first answer there is; undefined: nobody had one in that time. */
  ask(subject: string, question: unknown, withinMs: number): Promise<unknown>;
  /** How many there may be; what nobody would hear need not be made. */
  listeners(subject: string): number;
  /** Messages may have been lost, those to this node or those from another: whoever relies on them asks anew. */
  onGap(listen: () => void): Stop;
  /** Whether it reaches the other nodes. */
  isConnected(): boolean;
  /** Sends what was published before. */
  stop(): Promise<void>;
}

/** Within this process, and it loses nothing. */
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

/** Those of this process, by subject. */
interface Listeners {
  add(subject: string, on: Listener): Stop;
  count(subject: string): number;
  /** Each is told before this returns; one that fails is logged and has no answer. */
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

/** Whose it is stays out of the log. */
export function kindOf(subject: string): string {
  return subject.split('.')[0]!;
}
