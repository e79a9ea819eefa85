import type { Input, Output, Person, SafetyTarget } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { uuidv7 } from '../platform/ids.ts';
import { lockLeases } from '../platform/leases.ts';
import { deleteBlock, findBlocks, insertBlock, insertReport, type StoredBlock } from './store.ts';
import { resolve, type PointedAt, type Resolvers } from './targets.ts';

/** What others must do in the same transaction. The leases are locked: nobody is being matched meanwhile. */
export interface SafetyWires {
  blocked(tx: Tx, block: { who: string; whom: string }): Promise<void>;
  reported(tx: Tx, report: { reporter: string; reported: string }): Promise<void>;
}

export interface SafetyOptions {
  database: Database;
  resolvers: Resolvers;
  wires: SafetyWires;
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
}

export type SafetyService = ReturnType<typeof createSafetyService>;

export function createSafetyService({ database, resolvers, wires, person }: SafetyOptions) {
  /** Null: a person who is not here, which nobody is to find out. */
  async function pointedAt(
    tx: Tx,
    {
      me,
      target,
      itself,
    }: { me: string; target: SafetyTarget; itself: 'cannot-block-yourself' | 'cannot-report-yourself' },
  ): Promise<PointedAt | null> {
    // Before anything else: whoever pairs strangers at this moment must see what is stored here, or be done.
    await lockLeases(tx);
    const resolved = await resolve(tx, { me, target, resolvers });
    if (resolved.kind === 'not-found') throw new DomainError('report-target-not-found');
    if (resolved.kind === 'missing') return null;
    if (resolved.person.userId === me) throw new DomainError(itself);
    return resolved.person;
  }

  async function file(
    tx: Tx,
    { reporter, reported, ...report }: { reporter: string; reported: PointedAt } & Input<'reportUser'>,
  ): Promise<string> {
    const { target, reason, text } = report;
    const { userId, evidence } = reported;
    const reportId = await insertReport(tx, {
      ...{ reporter, reported: userId, target, reason, text: text ?? '', evidence },
    });
    await wires.reported(tx, { reporter, reported: userId });
    return reportId;
  }

  return {
    async block({ userId: me }: CallContext, tx: Tx, input: Input<'blockUser'>): Promise<Output<'blockUser'>> {
      const { target, reason, text } = input;
      const whom = await pointedAt(tx, { me, target, itself: 'cannot-block-yourself' });
      if (!whom) return { blockId: uuidv7(tx.now.getTime()) };
      const blockId = await insertBlock(tx, { who: me, whom: whom.userId, alias: whom.alias });
      await wires.blocked(tx, { who: me, whom: whom.userId });
      if (reason) await file(tx, { reporter: me, reported: whom, target, reason, text });
      return { blockId };
    },

    async report({ userId: me }: CallContext, tx: Tx, input: Input<'reportUser'>): Promise<Output<'reportUser'>> {
      const reported = await pointedAt(tx, { me, target: input.target, itself: 'cannot-report-yourself' });
      if (!reported) return { reportId: uuidv7(tx.now.getTime()) };
      return { reportId: await file(tx, { ...input, reporter: me, reported }) };
    },

    async unblock({ userId }: CallContext, tx: Tx, { blockId }: Input<'unblockUser'>): Promise<null> {
      if (!(await deleteBlock(tx, { id: blockId, who: userId }))) throw new DomainError('block-not-found');
      return null;
    },

    async list({ userId }: CallContext): Promise<Output<'listBlocks'>> {
      const blocks = await findBlocks(database.read, userId);
      const known = await person(
        database.read,
        blocks.filter(isNamed).map(({ whom }) => whom),
      );
      return { blocks: blocks.map((block) => viewOf(block, isNamed(block) ? known.get(block.whom) : undefined)) };
    },
  };
}

/** A stranger stands in the list by alias; one who blocked back has no name here either. */
function isNamed({ alias, mutual }: StoredBlock): boolean {
  return alias === null && !mutual;
}

function viewOf({ id, alias, createdAt }: StoredBlock, whom: Person | undefined) {
  return {
    blockId: id,
    person: whom ? { userId: whom.userId, name: whom.name, thumb: whom.thumb } : null,
    alias,
    createdAt: createdAt.getTime(),
  };
}
