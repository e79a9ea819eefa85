import type { Priority } from '@yonder/contract';
import { createOrigins, TOKEN_KEYS, type ProviderSettings } from './identity/index.ts';
import type { Config } from './config.ts';
import { EVIDENCE_KEYS } from './evidence/index.ts';
import { showGauges } from './gauges.ts';
import { MEDIA_KEYS } from './media/index.ts';
import { buildModules, type Modules } from './modules.ts';
import { PLACE_KEYS } from './nearby/index.ts';
import { createBus, type Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { createDispatcher } from './platform/door/dispatcher.ts';
import { createOriginPolicy } from './platform/http/origins.ts';
import { serveSockets } from './platform/live/sockets.ts';
import type { Log } from './platform/log.ts';
import { keepPartitions } from './platform/keep-partitions.ts';
import { joinNodes } from './platform/nodes.ts';
import { createPlatform, type Platform } from './platform/platform.ts';
import { RELAY_KEYS, startClosedRelay } from './platform/relay/index.ts';
import type { Stop } from './platform/stop.ts';
import { PUSH_KEYS } from './push/index.ts';
import { buildHttp, listenForMetrics } from './serve.ts';

export interface AppOptions {
  config: Config;
  /** Already migrated. */
  database: Database;
  url: string;
  clock: Clock;
  log: Log;
  /** The sign-in providers: the operator's or the local one. */
  providers: readonly ProviderSettings[];
}

export interface App {
  platform: Platform;
  modules: Modules;
  /** Finishes what is under way, tells the sockets to reconnect, and closes everything but the database. */
  stop(): Promise<void>;
}

/** The whole server on its port. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, database, clock, log, providers } = options;
  const bus = await openBus(config, log);
  const givenKeys = { [TOKEN_KEYS]: config.signingKey, [PUSH_KEYS]: config.push.privateKey };
  const platform = await createPlatform({
    database,
    clock,
    log,
    bus,
    nodes: config.busUrl === null ? 'one' : 'several',
    keyPurposes: [TOKEN_KEYS, RELAY_KEYS, MEDIA_KEYS, PLACE_KEYS, PUSH_KEYS, EVIDENCE_KEYS],
    givenKeys,
  });
  const origins = createOrigins(config);
  const policy = createOriginPolicy({ own: origins.all, allowed: config.allowedOrigins });
  const { relayPort: relayAt, relayListensOn: listenOn } = config;
  const relay = config.turn ? null : await startClosedRelay({ ...platform, listenOn, port: relayAt });
  const modules = buildModules({ platform, config, origins, providers, relay });
  const dispatcher = createDispatcher({
    ...platform,
    handlers: modules.handlers,
    admission: modules.identity.admission,
    observe: platform.metrics.observeCall,
    onShed: countShed(platform),
  });
  let state: 'running' | 'stopping' = 'running';
  const isRunning = (): boolean => state === 'running';
  const http = await buildHttp({
    ...options,
    platform,
    modules,
    dispatcher,
    origins: policy,
    ownOrigins: origins.all,
    relay,
    isRunning,
  });

  const node = await joinNodes({
    ...platform,
    onPeerLost: () => platform.live.gap(),
    onForgotten: () => platform.presence.forgotten(platform.live.all().map(({ known }) => known.bearer.userId)),
  });
  const stops = [
    await keepPartitions({ ...options, metrics: platform.metrics }),
    await modules.privacy.start(),
    ...startPlatform(platform),
    await modules.start(),
    bus.onGap(() => platform.live.gap()),
  ];
  const sockets = serveSockets({
    server: http.server,
    hub: platform.live,
    dispatcher,
    clock,
    log,
    origins: policy,
    trustProxy: config.trustProxy,
  });
  showGauges({ platform, node, config, countSockets: sockets.count, countWaiting: dispatcher.waiting });
  const stopMetrics = await listenForMetrics(config, platform);
  await http.listen({ port: config.port, host: config.host });

  return {
    platform,
    modules,
    async stop() {
      state = 'stopping';
      await nobodyIsSentHere(clock, config.drainSeconds);
      const answered = dispatcher.drain();
      const closed = sockets.stop();
      await answered;
      await Promise.all([closed, http.close(), stopMetrics()]);
      for (const stop of stops.toReversed()) stop();
      await Promise.all([modules.privacy.settled(), modules.push.settled()]);
      await relay?.stop();
      await platform.presence.stop();
      await node.stop();
      await bus.stop();
    },
  };
}

/** A single node needs no NATS, nor the memory its client takes. */
async function openBus({ busUrl }: Config, log: Log): Promise<Bus> {
  if (busUrl === null) return createBus(log);
  const { connectNatsBus } = await import('./platform/nats-bus.ts');
  return connectNatsBus({ url: busUrl, log });
}

/** Load balancers poll readiness: until they notice, requests still arrive and are served. */
async function nobodyIsSentHere(clock: Clock, drainSeconds: number): Promise<void> {
  if (drainSeconds === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.timer(drainSeconds * 1_000, resolve);
  await promise;
}

function countShed({ metrics }: Platform): (priority: Priority) => void {
  const help = 'Calls refused since there was more to do than this node can, by priority';
  return metrics.counter('calls_shed_total', { help, label: 'priority' });
}

function startPlatform({ keys, live, limits, answers, deadlines }: Platform): Stop[] {
  return [keys.start(), live.start(), limits.start(), answers.start(), deadlines.start()];
}
