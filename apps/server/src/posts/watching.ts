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

/** Who looks at the feed of a region, and hears of what is new there. */
export interface Watching {
  /** region null: none any more. */
  follow(tab: { userId: string; tab: string; region: string | null }): void;
  /** After the commit: others see this from now on. */
  opened(post: Pick<Post, 'id' | 'authorId' | 'region' | 'createdAt'>): void;
  /** After the commit: others see it no more, or this one of them. They are told the same, whatever the reason. */
  closed(post: Pick<Post, 'id' | 'authorId' | 'region'>, seen?: { by: string }): void;
  /** Runs whenever others see more or less of somebody's posts. */
  onChange(changed: () => void): Stop;
  start(): Stop;
}

/** One subject for all regions: a node hears of some posts nobody follows there, which costs less than knowing who follows what elsewhere. */
const SUBJECT = 'posts';
const told = z.object({
  event: z.discriminatedUnion('name', [
    z.object({ name: z.literal('feed.updated'), data: EVENTS['feed.updated'] }),
    z.object({ name: z.literal('feed.removed'), data: EVENTS['feed.removed'] }),
  ]),
  authorId: z.string(),
  /** Null: everybody who sees what the author posts. */
  to: z.nullable(z.string()),
});

type Told = z.infer<typeof told>;

export function createWatching({ database: { read }, bus, live, log }: WatchingOptions): Watching {
  /** Each node hears of it, and tells those it has. */
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
