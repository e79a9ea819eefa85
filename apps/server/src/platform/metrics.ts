import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Code } from '@yonder/contract';
import type { Clock } from './clock.ts';
import type { DeadlineOutcome } from './deadlines.ts';
import type { Log } from './log.ts';

export interface Metrics {
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
  observeCall(name: string, code: Code | 'ok', seconds: number): void;
  observeDeadline(outcome: DeadlineOutcome, late: { kind: string; ms: number }): void;
  /**
   * Registers a number a module can read at any time, such as a queue's length. One that cannot be read is left out.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Registers a counter of events, by one label that tells their kinds apart. */
  counter(name: string, options: { help: string; label: string }): (kind: string) => void;
  /** Registers a counter with totals that are kept elsewhere and read at each scrape. */
  totals(name: string, options: { help: string; label: string }, read: () => Readonly<Record<string, number>>): void;
  /** Registers a histogram of durations. */
  histogram(name: string, options: { help: string; buckets: number[] }): (seconds: number) => void;
}

interface MetricsOptions {
  clock: Pick<Clock, 'timer'>;
  log: Log;
}

/** A scraper gives up on all of them after some seconds. */
const READ_MS = 2_000;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 70];

/** Metrics count things, never persons: no label holds an id or an address. */
export function createMetrics({ clock, log }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  /** By function and code: counted here, since the library builds a string of the two each time. */
  const answered = new Map<string, Map<Code | 'ok', number>>();
  new Counter({
    name: 'yonder_calls_total',
    help: 'Calls answered, by function and code',
    labelNames: ['function', 'code'],
    registers,
    collect() {
      this.reset();
      for (const [name, codes] of answered)
        for (const [code, count] of codes) this.inc({ function: name, code }, count);
    },
  });
  const durations = new Histogram({
    name: 'yonder_call_seconds',
    help: 'Time from the door to the answer',
    labelNames: ['function'],
    buckets: SECONDS,
    registers,
  });
  const deadlines = new Counter({
    name: 'yonder_deadlines_total',
    help: 'Deadlines looked at, by kind and outcome; parked ones need an operator',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const lateness = new Histogram({
    name: 'yonder_deadline_late_seconds',
    help: 'How late deadlines were looked at',
    buckets: SECONDS,
    registers,
  });

  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    observeCall(name, code, seconds) {
      const codes = answered.get(name) ?? new Map<Code | 'ok', number>();
      answered.set(name, codes.set(code, (codes.get(code) ?? 0) + 1));
      durations.observe({ function: name }, seconds);
    },
    observeDeadline(outcome, { kind, ms }) {
      deadlines.inc({ kind, outcome });
      lateness.observe(ms / 1_000);
    },
    gauge(name, help, read) {
      const tryReading = patiently(read, { clock, log, name });
      new Gauge({
        name: `yonder_${name}`,
        help,
        registers,
        async collect() {
          const value = await tryReading();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    counter(name, { help, label }) {
      const counter = new Counter({ name: `yonder_${name}`, help, labelNames: [label], registers });
      return (kind) => counter.inc({ [label]: kind });
    },
    totals(name, { help, label }, read) {
      new Counter({
        name: `yonder_${name}`,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [kind, total] of Object.entries(read())) this.inc({ [label]: kind }, total);
        },
      });
    },
    histogram(name, { help, buckets }) {
      const histogram = new Histogram({ name: `yonder_${name}`, help, buckets, registers });
      return (seconds) => histogram.observe(seconds);
    },
  };
}

/**
 * Undefined: the reading failed or took too long, which is logged once. The next reading begins only after it has
 * ended.
 */
function patiently(
  read: () => number | Promise<number>,
  { clock, log, name }: MetricsOptions & { name: string },
): () => Promise<number | undefined> {
  let reading: Promise<number> | undefined;
  let state: 'told' | 'failing' = 'told';

  return async () => {
    reading ??= (async () => read())().finally(() => void (reading = undefined));
    const late = Promise.withResolvers<never>();
    const stop = clock.timer(READ_MS, () => late.reject(new Error('it takes too long')));
    try {
      const value = await Promise.race([reading, late.promise]);
      state = 'told';
      return value;
    } catch (error) {
      if (state === 'told') log.error({ err: error, gauge: name }, 'a gauge could not be read');
      state = 'failing';
      return undefined;
    } finally {
      stop();
    }
  };
}
