import type { LiveEvent, Post } from '@yonder/contract';
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
  live: Pick<Live, 'tell' | 'follow' | 'followers'>;
  log: Log;
}

/** Who looks at the feed of a region, and hears of what is new there. */
export interface Watching {
  /** region null: none any more. */
  follow(tab: { userId: string; tab: string; region: string | null }): void;
  /** After the commit: others see this from now on. */
  opened(post: Pick<Post, 'id' | 'authorId' | 'region' | 'createdAt'>): void;
  start(): Stop;
}

/** One subject for all regions: a node hears of some posts nobody follows there, which costs less than knowing who follows what elsewhere. */
const SUBJECT = 'posts.opened';
const opened = z.object({ postId: z.string(), authorId: z.string(), region: z.string(), createdAt: z.number() });

export function createWatching({ database: { read }, bus, live, log }: WatchingOptions): Watching {
  async function tell({ authorId, ...data }: z.infer<typeof opened>): Promise<void> {
    const tabs = live.followers(topicOf(data.region)).filter(({ userId }) => userId !== authorId);
    const hidden = await hiddenFrom(read, authorId, [...new Set(tabs.map(({ userId }) => userId))]);
    const event: LiveEvent = { name: 'feed.updated', data };
    for (const { userId, tab } of tabs) if (!hidden.has(userId)) live.tell(userId, event, { tab });
  }

  return {
    follow: ({ userId, tab, region }) => live.follow(userId, tab, region === null ? null : topicOf(region)),
    opened: ({ id: postId, authorId, region, createdAt }) =>
      bus.publish(SUBJECT, { postId, authorId, region, createdAt }),
    start: () =>
      bus.subscribe(SUBJECT, (message) => {
        const { data } = opened.safeParse(message);
        if (data) tell(data).catch((error: unknown) => log.warn({ err: error }, 'a new post could not be told'));
      }),
  };
}

function topicOf(region: string): string {
  return `feed.${region}`;
}
