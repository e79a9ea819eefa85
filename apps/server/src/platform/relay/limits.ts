/** What one relay gives, so that nobody can take it from others. */
export interface RelayLimits {
  /** Of everybody. */
  readonly allocations: number;
  /** Of one side of a call, or of one who waits: a few networks times a few restarts. */
  readonly allocationsPerHolder: number;
  /** Of one side of a connection check: one for each network of a machine. */
  readonly allocationsPerCheck: number;
  /** Of one allocation. */
  readonly channels: number;
  /** What one side of a call may send, whatever it has allocated; speech takes about 8 KB/s. */
  readonly bytesPerSecond: number;
  readonly burstBytes: number;
  /** To those of one network who have not proved who they are. */
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
