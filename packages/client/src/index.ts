export { CallError, type CallReason, errorOfReason, errorOfWire, networkError } from './call-error.ts';
export { createClient, type CallOptions, type Client, type ClientOptions } from './client.ts';
export type { ClientClock, Stop } from './clock.ts';
export { randomId } from './random-id.ts';
export type { Readable } from './value.ts';
export type { LiveStatus } from './live-socket.ts';
export type { GetToken } from './tokens.ts';
