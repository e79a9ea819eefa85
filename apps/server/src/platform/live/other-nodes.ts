import * as z from 'zod/mini';
import type { Bus } from '../bus.ts';
import type { Audience } from '../live.ts';
import type { Stop } from '../stop.ts';
import type { Connection } from './connection.ts';

/** The sockets that users have on the other nodes. */
export interface OtherNodes {
  /** Forwards events from other nodes to this node's sockets of the user, until stopped. */
  listen(userId: string): Stop;
  mayHear(userId: string): boolean;
  /** Whether the user has any, as far as the others answer. */
  hear(userId: string, to: Audience): Promise<boolean>;
  tell(userId: string, event: Written, to: Audience): void;
  /** True once it was written to one of them. */
  deliver(userId: string, event: Written, to: Audience): Promise<boolean>;
}

interface OtherNodesOptions {
  bus: Bus;
  nodeId: string;
  /** The sockets of this node. */
  isHere(userId: string): boolean;
  audienceOf(userId: string, to: Audience): readonly Connection[];
  sendTo(connections: readonly Connection[], event: Written): void;
  writeTo(connections: readonly Connection[], event: Written): Promise<boolean>;
}

/** An event with its data as JSON. */
const written = z.object({ name: z.string(), data: z.string() });
export type Written = z.infer<typeof written>;

const audience = { from: z.string(), tab: z.optional(z.string()), exceptTab: z.optional(z.string()) };
/** tell: emit. deliver: emit, and answer whether that was done. ask: answer whether there are sockets. */
const relayed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tell'), ...audience, event: written }),
  z.object({ kind: z.literal('deliver'), ...audience, event: written }),
  z.object({ kind: z.literal('ask'), ...audience }),
]);
type Relayed = z.infer<typeof relayed>;

/** The sender of a signal repeats it then. */
const DELIVER_MS = 1_000;
/** A transaction may wait for the answer. */
const ASK_MS = 250;

export function createOtherNodes({ bus, nodeId: from, ...own }: OtherNodesOptions): OtherNodes {
  const mayHear = (userId: string): boolean => bus.listeners(subjectOf(userId)) > Number(own.isHere(userId));

  /** Answers only true: yet another node may have the tab in question. */
  async function answer(userId: string, told: Relayed): Promise<true | undefined> {
    const connections = own.audienceOf(userId, told);
    if (told.kind === 'ask') return connections.length > 0 || undefined;
    if (told.kind === 'deliver') return (await own.writeTo(connections, told.event)) || undefined;
    own.sendTo(connections, told.event);
    return undefined;
  }

  async function ask(userId: string, told: Relayed, withinMs: number): Promise<boolean> {
    return mayHear(userId) && (await bus.ask(subjectOf(userId), told, withinMs)) === true;
  }

  return {
    mayHear,
    listen: (userId) =>
      bus.subscribe(subjectOf(userId), (message) => {
        const { data } = relayed.safeParse(message);
        return data && data.from !== from ? answer(userId, data) : undefined;
      }),
    hear: (userId, to) => ask(userId, { kind: 'ask', from, ...to }, ASK_MS),
    tell(userId, event, to) {
      if (mayHear(userId)) bus.publish(subjectOf(userId), { kind: 'tell', from, event, ...to } satisfies Relayed);
    },
    deliver: (userId, event, to) => ask(userId, { kind: 'deliver', from, event, ...to }, DELIVER_MS),
  };
}

/** For a node without others. */
export const NO_OTHER_NODES: OtherNodes = {
  listen: () => () => {},
  mayHear: () => false,
  hear: async () => false,
  tell() {},
  deliver: async () => false,
};

const subjectOf = (userId: string): string => `user.${userId}`;
