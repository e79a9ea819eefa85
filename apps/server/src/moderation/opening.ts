import type { Database, Tx } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { findReporters, groundOf, voicesOf, type CaseWires } from '../safety/index.ts';
import { note } from './audit.ts';
import { countOpenFor, lockCase, mayLookAt, openCase, updateCase } from './cases-store.ts';
import { gravest, rankOf } from './policy.ts';

export interface TellingOptions {
  database: Pick<Database, 'read'>;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard'>;
  /** User ids, from memory. */
  moderators(): ReadonlySet<string>;
}

/** Emits after the commit, to each moderator that is online and may see the case, how many are open to them. */
export type TellModerators = (tx: Tx, caseId: string) => void;

export function createTelling({ database, log, live, moderators }: TellingOptions): TellModerators {
  async function tell(caseId: string): Promise<void> {
    for (const userId of moderators()) {
      if (!live.isHeard(userId) || !(await mayLookAt(database.read, userId, caseId))) continue;
      const open = await countOpenFor(database.read, userId);
      live.tell(userId, { name: 'moderation.updated', data: { open } });
    }
  }
  return (tx, caseId) =>
    tx.after(() => {
      tell(caseId).catch((error: unknown) => log.warn({ err: error }, 'moderators could not be told'));
    });
}

/** How many of the latest reports are read, while others wait: more reporters would make nothing graver. */
const VOICES = 500;

/** Adds each report to the person's open case, or opens one. */
export function createOpening(tellModerators: TellModerators): Pick<CaseWires, 'join' | 'grown'> {
  return {
    join: openCase,
    async grown(tx, { caseId, isNew, about }) {
      const before = isNew ? undefined : await lockCase(tx, caseId);
      const { reports, voices } = await voicesOf(tx.db, caseId, VOICES);
      const reporters = await findReporters(
        tx.db,
        voices.flatMap(({ reporter }) => reporter ?? []),
      );
      const ground = gravest([...(before ? [groundOf(before.ground)] : []), ...voices.map(({ reason }) => reason)]);
      const priority = rankOf(
        ground,
        [...reporters.values()].map(({ weight }) => weight),
      );
      const size = { reports, reporters: Math.max(before?.reporters ?? 0, reporters.size) };
      await updateCase(tx, caseId, { ground, priority, about, ...size });
      await note(tx, { by: null, what: isNew ? 'opened' : 'reported', caseId, about: null });
      tellModerators(tx, caseId);
    },
  };
}
