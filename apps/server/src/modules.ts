import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { createEngagements } from './engagement/index.ts';
import { createIdentity, type Identity, type Origins, type ProviderSettings } from './identity/index.ts';
import { createFileObjectStore, mediaRoutes } from './media/index.ts';
import type { Handlers } from './platform/dispatcher.ts';
import type { Checks } from './platform/http/health.ts';
import type { Platform } from './platform/platform.ts';
import type { Stop } from './platform/stop.ts';
import { createProfiles, profileCallables, removePushTokensOf } from './profiles/index.ts';

export interface ModuleOptions {
  platform: Platform;
  config: Config;
  origins: Origins;
  providers: readonly ProviderSettings[];
}

/** The modules, connected to one another. */
export interface Modules {
  identity: Identity;
  handlers: Partial<Handlers>;
  routes: readonly ((app: FastifyInstance) => void)[];
  /** What /readyz asks. */
  checks: Checks;
  /** Before the door opens. */
  start(): Promise<Stop>;
}

export function buildModules({ platform, config, origins, providers }: ModuleOptions): Modules {
  const { database, clock } = platform;
  const objects = createFileObjectStore({ root: filesOf(config.objectStoreUrl), clock });
  const engagements = createEngagements(platform);
  const identity = createIdentity({
    ...platform,
    origins,
    providers,
    sessionsClosed: removePushTokensOf,
  });
  const profiles = createProfiles({
    database,
    connected: async () => false,
    currentMode: async (db, userId) => MODES[(await engagements.find(db, userId))?.kind ?? 'direct'],
  });

  return {
    identity,
    handlers: { ...profileCallables(profiles) },
    checks: {},
    routes: [identity.routes, mediaRoutes({ objects })],
    async start() {
      const stops = [await identity.start(), engagements.start()];
      return () => stops.forEach((stop) => stop());
    },
  };
}

const MODES = { 'voice-queue': 'mode2', voice: 'mode2', 'text-queue': 'mode3', text: 'mode3', direct: null } as const;

function filesOf(url: string): string {
  return url.replace(/^file:/, '');
}
