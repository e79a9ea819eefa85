import type { Database } from '../database.ts';
import type { Log } from '../log.ts';

/** Which people have a socket on this node, in a table all nodes read. */
export interface Presence {
  changed(userId: string): void;
  /** Resolves once the table says what is so. */
  settled(): Promise<void>;
}

interface PresenceOptions {
  database: Database;
  nodeId: string;
  log: Log;
  isHere(userId: string): boolean;
}

/** Changes that arrive while a write is under way go together in the next one; the last state of each person counts. */
export function createPresence({ database, nodeId, log, isHere }: PresenceOptions): Presence {
  const changed = new Set<string>();
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    // Those who come in this very turn go along.
    await Promise.resolve();
    while (changed.size > 0) {
      const people = [...changed];
      changed.clear();
      await write(people).catch((error: unknown) => log.warn({ err: error }, 'presence could not be written'));
    }
    writing = undefined;
  }

  async function write(people: readonly string[]): Promise<void> {
    const here = people.filter(isHere);
    const gone = people.filter((userId) => !isHere(userId));
    if (here.length > 0) {
      await database.read
        .insertInto('platform.presence')
        .values(here.map((user_id) => ({ user_id, node_id: nodeId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (gone.length > 0) {
      await database.read
        .deleteFrom('platform.presence')
        .where('node_id', '=', nodeId)
        .where('user_id', 'in', gone)
        .execute();
    }
  }

  return {
    changed(userId) {
      changed.add(userId);
      writing ??= writeAll();
    },
    settled: async () => writing,
  };
}
