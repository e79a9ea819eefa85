import { EVENTS, type Post } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { hiddenFrom } from '../safety/index.ts';

export interface WatchingOptions {
  database: Database;
  bus: Bus;
  live: Pick<Live, 'tellHere' | 'follow' | 'followers'>;
  log: Log;
}

/** Follows regional feeds for tabs, and emits what is new there. */
export interface Watching {
  /** region null: stops following. */
  follow(tab: { userId: string; tab: string; region: string | null }): void;
  /** Call after the commit: others see this from now on. */
  opened(post: Pick<Post, 'id' | 'authorId' | 'region' | 'createdAt'>): void;
  /** Call after the commit: others, or only `seen.by`, no longer see it. The event is the same for every reason. */
  closed(post: Pick<Post, 'id' | 'authorId' | 'region'>, seen?: { by: string }): void;
  /** Runs whenever others see more or fewer posts of any user. */
  onChange(changed: () => void): Stop;
  start(): Stop;
}

/** One subject for all regions: receiving posts without followers costs less than sharing followers between nodes. */
const SUBJECT = 'posts';
const told = z.object({
  event: z.discriminatedUnion('name', [
    z.object({ name: z.literal('feed.updated'), data: EVENTS['feed.updated'] }),
    z.object({ name: z.literal('feed.removed'), data: EVENTS['feed.removed'] }),
  ]),
  authorId: z.string(),
  /** Null: all users that see what the author posts. */
  to: z.nullable(z.string()),
});

type Told = z.infer<typeof told>;

export function createWatching({ database: { read }, bus, live, log }: WatchingOptions): Watching {
  /** Every node receives the event, and emits it to its own tabs. */
  async function tell({ event, authorId, to }: Told): Promise<void> {
    const tabs = live
      .followers({ kind: 'feed', of: event.data.region })
      .filter(({ userId }) => userId !== authorId && (to === null || userId === to));
    const people = to === null ? [...new Set(tabs.map(({ userId }) => userId))] : [];
    const hidden = await hiddenFrom(read, authorId, people);
    for (const { userId, tab } of tabs) if (!hidden.has(userId)) live.tellHere(userId, event, { tab });
  }

  function publish(message: Told): void {
    bus.publish(SUBJECT, message);
  }

  return {
    follow: ({ userId, tab, region }) => live.follow(userId, tab, { kind: 'feed', of: region }),
    opened: ({ id: postId, authorId, region, createdAt }) =>
      publish({ event: { name: 'feed.updated', data: { region, postId, createdAt } }, authorId, to: null }),
    closed: ({ id: postId, authorId, region }, seen) =>
      publish({ event: { name: 'feed.removed', data: { region, postId } }, authorId, to: seen?.by ?? null }),
    onChange: (changed) => bus.subscribe(SUBJECT, () => changed()),
    start: () =>
      bus.subscribe(SUBJECT, (message) => {
        const { data } = told.safeParse(message);
        if (data) tell(data).catch((error: unknown) => log.warn({ err: error }, 'what is in a feed could not be told'));
      }),
  };
}
