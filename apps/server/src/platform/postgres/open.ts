import { startCluster } from './embedded.ts';

export interface PostgresServer {
  url: string;
  /** What the log should say about where the data is. */
  note: string | undefined;
  stop(): Promise<void>;
}

const EMBEDDED = 'embedded:';

/** `embedded:<folder>` runs the built-in server on a folder; `postgres://…` is somebody else's and is only used. */
export async function openPostgres(databaseUrl: string, onDeath: (lastWords: string) => void): Promise<PostgresServer> {
  if (!databaseUrl.startsWith(EMBEDDED)) return { url: databaseUrl, note: undefined, stop: async () => {} };
  return startCluster({ folder: databaseUrl.slice(EMBEDDED.length), onDeath });
}
