import { randomInt } from 'node:crypto';
import { FIXED, type Input, type Output, type OwnReport, type Person, type SafetyTarget } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import type { Filing } from './filing.ts';
import { findReports, type ListedReport } from './outcomes.ts';
import { groundOf, outcomeOf, targetTypeOf } from './reports.ts';
import { deleteBlock, findBlock, findBlocks, insertBlock, showBlock, type StoredBlock } from './store.ts';
import { resolve, type Resolved, type Resolvers } from './targets.ts';

/** `alias` is what the one knows the other by, where that is not the name: nothing else about the other may change now. */
export interface SafetyWires {
  /** In the same transaction; with the leases locked: nobody is being matched meanwhile. */
  blocked(tx: Tx, block: { who: string; whom: string; alias: string | null }): Promise<void>;
  reported(tx: Tx, report: { reporter: string; reported: string; alias: string | null }): Promise<void>;
}

export interface SafetyOptions {
  database: Database;
  resolvers: Resolvers;
  wires: SafetyWires;
  filing: Filing;
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** Of these people those who have closed their chat with this one. */
  goneFrom(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<ReadonlySet<string>>;
}

/** How long a block of a stranger stays unseen: long enough to be no answer to who that was. */
const SECRET_MS = [3_600_000, 24 * 3_600_000] as const;

type Found = Exclude<Resolved, { kind: 'not-found' }>;

export type SafetyService = ReturnType<typeof createSafetyService>;

export function createSafetyService({ database, resolvers, wires, filing, person, goneFrom }: SafetyOptions) {
  async function pointedAt(
    tx: Tx,
    {
      me,
      target,
      itself,
    }: { me: string; target: SafetyTarget; itself: 'cannot-block-yourself' | 'cannot-report-yourself' },
  ): Promise<Found> {
    // Before anything else: whoever pairs strangers at this moment must see what is stored here, or be done.
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

  return {
    async block({ userId: me }: CallContext, tx: Tx, input: Input<'blockUser'>): Promise<Output<'blockUser'>> {
      const { target, reason, text } = input;
      const found = await pointedAt(tx, { me, target, itself: 'cannot-block-yourself' });
      const { person: other } = found;
      const block = { who: me, whom: other.userId, alias: other.alias };
      const secretUntil = other.alias === null ? null : new Date(tx.now.getTime() + randomInt(...SECRET_MS));
      const blockId = await insertBlock(tx, { ...block, secretUntil });
      if (secretUntil) await tx.deadline({ kind: 'safety.show', key: blockId, due: secretUntil });
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

    /** What nobody could see of a block is seen now. */
    async show(tx: Tx, blockId: string): Promise<void> {
      const block = await showBlock(tx, blockId);
      if (block) await wires.blocked(tx, { ...block, alias: null });
    },

    /** Ends the call and closes the chats of a block that the ledger brought back. */
    async enforce(tx: Tx, blockId: string): Promise<void> {
      await lockLeases(tx);
      const block = await findBlock(tx.db, blockId);
      if (!block) return;
      const { secretUntil, who, whom, alias } = block;
      if (secretUntil) await tx.deadline({ kind: 'safety.show', key: blockId, due: secretUntil });
      await wires.blocked(tx, { who, whom, alias });
    },

    async unblock({ userId }: CallContext, tx: Tx, { blockId }: Input<'unblockUser'>): Promise<null> {
      if (!(await deleteBlock(tx, { id: blockId, who: userId }))) throw new DomainError('block-not-found');
      return null;
    },

    async list({ userId }: CallContext, input: Input<'listBlocks'>): Promise<Output<'listBlocks'>> {
      const page = { before: input?.before ?? null, limit: FIXED.blocksPage };
      const blocks = await findBlocks(database.read, userId, page);
      const named = blocks.filter((block) => block.named).map(({ whom }) => whom);
      const gone = await goneFrom(database.read, { userId, others: named });
      const known = await person(
        database.read,
        named.filter((whom) => !gone.has(whom)),
      );
      return { blocks: blocks.map((block) => viewOf(block, block.named ? known.get(block.whom) : undefined)) };
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

function viewOf({ id, alias, createdAt }: StoredBlock, whom: Person | undefined) {
  return {
    blockId: id,
    person: whom ? { userId: whom.userId, name: whom.name, thumb: whom.thumb } : null,
    alias,
    createdAt: createdAt.getTime(),
  };
}
