export { createEngagements, type Engagements } from './engagements.ts';
export type { Holds } from './connection-record.ts';
export { queueCheckOf } from './connection-record.ts';
export { connectionRecords, type ConnectionRecords } from './connection-store.ts';
export { countWaiting } from './count-waiting.ts';
export { onHint, onLength, publishHint, publishLength, type QueueHint } from './hints.ts';
export {
  createQueueStore,
  type Arrival,
  type Arrived,
  type Couple,
  type Entry,
  type Newcomer,
  type Preferences,
  type QueueStore,
  type Standing,
} from './queue.ts';
export { engagementData } from './personal-data.ts';
export { carriesCall } from './row.ts';
export type { Engagement, EngagementKind, Mode, Place, Waiting } from './row.ts';
