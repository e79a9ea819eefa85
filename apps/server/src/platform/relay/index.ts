export { RELAY_KEYS, startClosedRelay, type ClosedRelay } from './closed-relay.ts';
export type { Holder } from './credentials.ts';
