/** Limits of one relay, so that no client can take it from others. */
export interface RelayLimits {
  /** For all clients together. */
  readonly allocations: number;
  /** For one side of a call, or one waiting user: a few networks times a few restarts. */
  readonly allocationsPerHolder: number;
  /** For one side of a connection check: one for each network of a machine. */
  readonly allocationsPerCheck: number;
  /** For one allocation. */
  readonly channels: number;
  /** For one side of a call, over all its allocations; speech takes about 8 KB/s. */
  readonly bytesPerSecond: number;
  readonly burstBytes: number;
  /** For the unauthenticated clients of one network. */
  readonly answersPerSecond: number;
  readonly answersAtOnce: number;
}

export const RELAY_LIMITS: RelayLimits = {
  allocations: 10_000,
  allocationsPerHolder: 32,
  allocationsPerCheck: 8,
  channels: 64,
  bytesPerSecond: 64_000,
  burstBytes: 128_000,
  answersPerSecond: 50,
  answersAtOnce: 200,
};
