import type { Database, Tx } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { findReporters, voicesOf, type CaseWires } from '../safety/index.ts';
import { note } from './audit.ts';
import { countOpen, openCase, updateCase } from './cases-store.ts';
import { gravest, rankOf } from './policy.ts';

export interface TellingOptions {
  database: Pick<Database, 'read'>;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard'>;
  /** From memory. */
  moderators(): ReadonlySet<string>;
}

/** After the commit: whoever moderates and is here learns how many cases are open. */
export type TellModerators = (tx: Tx) => void;

export function createTelling({ database, log, live, moderators }: TellingOptions): TellModerators {
  async function tell(): Promise<void> {
    const here = [...moderators()].filter((userId) => live.isHeard(userId));
    if (here.length === 0) return;
    const { open } = await countOpen(database.read);
    for (const userId of here) live.tell(userId, { name: 'moderation.updated', data: { open } });
  }
  return (tx) =>
    tx.after(() => {
      tell().catch((error: unknown) => log.warn({ err: error }, 'moderators could not be told'));
    });
}

/** What safety asks for each report: it joins the open case of the person, or opens one. */
export function createOpening(tellModerators: TellModerators): Pick<CaseWires, 'join' | 'grown'> {
  return {
    join: openCase,
    async grown(tx, { caseId, isNew, about }) {
      const voices = await voicesOf(tx.db, caseId);
      const reporters = await findReporters(
        tx.db,
        voices.flatMap(({ reporter }) => reporter ?? []),
      );
      const ground = gravest(voices.map(({ reason }) => reason));
      const priority = rankOf(
        ground,
        [...reporters.values()].map(({ weight }) => weight),
      );
      const size = { reports: voices.length, reporters: reporters.size };
      await updateCase(tx, caseId, { ground, priority, about, ...size });
      await note(tx, { by: null, what: isNew ? 'opened' : 'reported', caseId, about: null });
      tellModerators(tx);
    },
  };
}
