import { CALLABLE_NAMES, type CallableName } from '@yonder/contract';
import fc from 'fast-check';
import { WATCHERS, type Watcher } from './stage.ts';

export type Action =
  /** `seed` makes the input out of what the watcher knows by then. */
  | { kind: 'call'; watcher: Watcher; name: CallableName; seed: number }
  | { kind: 'route'; watcher: Watcher; nth: number }
  /** Something the others do, of what the secret allows. */
  | { kind: 'act'; nth: number }
  | { kind: 'clock'; ms: number }
  /** Everybody leaves what they are in, and a day passes. */
  | { kind: 'day' }
  /** Every account asks everything there is to read. */
  | { kind: 'look' };

/** What tells most of a secret is tried most. */
const OFTEN: readonly CallableName[] = [
  ...Array<CallableName>(12).fill('blockUser'),
  ...Array<CallableName>(4).fill('unblockUser'),
  ...Array<CallableName>(4).fill('reportUser'),
  ...Array<CallableName>(4).fill('joinCallQueue'),
  ...Array<CallableName>(3).fill('joinTextQueueV2v2'),
  ...Array<CallableName>(3).fill('sendMessageV2v2'),
  ...Array<CallableName>(3).fill('getHome'),
  ...Array<CallableName>(3).fill('watchCounts'),
];
/** These end an account's part in the script. */
const SELDOM = new Set<CallableName>(['requestDeletion', 'signOutEverywhere', 'signOutDevice']);
const USUAL = CALLABLE_NAMES.filter((name) => !SELDOM.has(name));

const watcher = fc.constantFrom(...WATCHERS);
const nth = fc.nat({ max: 1_000 });

export const script = fc.array<Action>(
  fc.oneof(
    {
      weight: 26,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        watcher,
        name: fc.constantFrom(...OFTEN, ...USUAL),
        seed: nth,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('call' as const),
        watcher,
        name: fc.constantFrom(...SELDOM),
        seed: nth,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('route' as const), watcher, nth }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), nth }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('clock' as const), ms: fc.constantFrom(1_000, 3_000, 6_000) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'day' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'look' as const }) },
  ),
  { minLength: 4, maxLength: 10, size: 'max' },
);
