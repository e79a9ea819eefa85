import { ANONYMOUS, FIXED, type Input, type Output, type OwnReport, type SafetyTarget } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import type { Filing } from './filing.ts';
import { findReports, type ListedReport } from './outcomes.ts';
import { groundOf, outcomeOf, targetTypeOf } from './reports.ts';
import {
  deleteBlock,
  findBlock,
  findBlocks,
  findShownName,
  insertBlock,
  nameBlock,
  type StoredBlock,
} from './store.ts';
import { resolve, type Resolved, type Resolvers } from './targets.ts';

/**
 * `alias` is set where the user knows the other by it, not by name: then nothing tied to the other's name may change.
 */
export interface SafetyWires {
  /** Runs in the same transaction with the leases locked: no match is made at the same time. */
  blocked(tx: Tx, block: { who: string; whom: string; alias: string | null }): Promise<void>;
  reported(tx: Tx, report: { reporter: string; reported: string; alias: string | null }): Promise<void>;
}

export interface SafetyOptions {
  database: Database;
  resolvers: Resolvers;
  wires: SafetyWires;
  filing: Filing;
  /** Returns which of these users have closed their chat with this one. */
  goneFrom(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<ReadonlySet<string>>;
}

type Found = Exclude<Resolved, { kind: 'not-found' }>;

export type SafetyService = ReturnType<typeof createSafetyService>;

export function createSafetyService({ database, resolvers, wires, filing, goneFrom }: SafetyOptions) {
  async function pointedAt(
    tx: Tx,
    {
      me,
      target,
      itself,
    }: { me: string; target: SafetyTarget; itself: 'cannot-block-yourself' | 'cannot-report-yourself' },
  ): Promise<Found> {
    // First of all: a concurrent matching round sees what is stored here, or is finished.
    await lockLeases(tx);
    const resolved = await resolve(tx, { me, target, resolvers });
    if (resolved.kind === 'not-found') throw new DomainError('report-target-not-found');
    if (resolved.person.userId === me) throw new DomainError(itself);
    return resolved;
  }

  async function file(
    tx: Tx,
    { reporter, kind, person: reported, ...report }: { reporter: string } & Found & Input<'reportUser'>,
  ): Promise<string> {
    const { target, reason, text } = report;
    const { userId, alias, evidence } = reported;
    const about = kind === 'person' ? 'member' : 'missing';
    if (about === 'member') await wires.reported(tx, { reporter, reported: userId, alias });
    return filing.file(tx, { reporter, reported: userId, about, alias, target, reason, text: text ?? '', evidence });
  }

  /** Null where the list is to show no name. */
  async function nameKnownTo(tx: Tx, { viewer, userId }: { viewer: string; userId: string }): Promise<string | null> {
    const name = await findShownName(tx, { viewer, userId });
    if (name === null) return null;
    const gone = await goneFrom(tx.db, { userId: viewer, others: [userId] });
    return gone.has(userId) ? null : name || ANONYMOUS;
  }

  return {
    async block({ userId: me }: CallContext, tx: Tx, input: Input<'blockUser'>): Promise<Output<'blockUser'>> {
      const { target, reason, text } = input;
      const found = await pointedAt(tx, { me, target, itself: 'cannot-block-yourself' });
      const { person: other } = found;
      const block = { who: me, whom: other.userId, alias: other.alias };
      const name = other.alias === null ? await nameKnownTo(tx, { viewer: me, userId: other.userId }) : null;
      const blockId = await insertBlock(tx, { ...block, name });
      await wires.blocked(tx, block);
      if (reason) await file(tx, { reporter: me, ...found, target, reason, text });
      return { blockId };
    },

    async report({ userId: me }: CallContext, tx: Tx, input: Input<'reportUser'>): Promise<Output<'reportUser'>> {
      const found = await pointedAt(tx, { me, target: input.target, itself: 'cannot-report-yourself' });
      return { reportId: await file(tx, { ...input, ...found, reporter: me }) };
    },

    async listReports({ userId }: CallContext, input: Input<'listReports'>): Promise<Output<'listReports'>> {
      const page = { before: input?.before ?? null, limit: FIXED.reportsPage };
      return { reports: (await findReports(database.read, userId, page)).map(toOwnReport) };
    },

    /** Ends the call and closes the chats of a block that the ledger brought back, which holds no name. */
    async enforce(tx: Tx, blockId: string): Promise<void> {
      await lockLeases(tx);
      const block = await findBlock(tx.db, blockId);
      if (!block) return;
      const { who, whom, alias } = block;
      if (alias === null) await nameBlock(tx, blockId);
      await wires.blocked(tx, { who, whom, alias });
    },

    async unblock({ userId }: CallContext, tx: Tx, { blockId }: Input<'unblockUser'>): Promise<null> {
      if (!(await deleteBlock(tx, { id: blockId, who: userId }))) throw new DomainError('block-not-found');
      return null;
    },

    async list({ userId }: CallContext, input: Input<'listBlocks'>): Promise<Output<'listBlocks'>> {
      const page = { before: input?.before ?? null, limit: FIXED.blocksPage };
      const blocks = await findBlocks(database.read, userId, page);
      return { blocks: blocks.map(viewOf) };
    },
  };
}

function toOwnReport({ id, about, reason, outcome, createdAt }: ListedReport): OwnReport {
  return {
    reportId: id,
    about: targetTypeOf(about),
    reason: groundOf(reason),
    createdAt: createdAt.getTime(),
    state: outcomeOf(outcome) ?? 'received',
  };
}

/** Reads from the block alone: nothing else about the blocked user makes a difference to the list. */
function viewOf({ id, whom, alias, name, createdAt }: StoredBlock) {
  return {
    blockId: id,
    person: name === null ? null : { userId: whom, name, thumb: null },
    alias,
    createdAt: createdAt.getTime(),
  };
}
