import { countWaiting, onLength } from '../engagement/index.ts';
import { createHome, type Home } from '../home/index.ts';
import type { Nearby } from '../nearby/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';

interface HomeParts {
  platform: Platform;
  posts: Pick<Posts, 'countFor' | 'onChange'>;
  nearby: Pick<Nearby, 'countNearby' | 'onChange'>;
}

/** Connects the counts of Home and their change events, which may be lost. */
export function connectHome({ platform, posts, nearby }: HomeParts): Home {
  return createHome({
    ...platform,
    counts: { waiting: countWaiting, moments: posts.countFor, nearby: nearby.countNearby },
    changes: {
      queues: (changed) => onLength(platform.bus, changed),
      posts: posts.onChange,
      places: nearby.onChange,
    },
  });
}
