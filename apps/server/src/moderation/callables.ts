import type { moderationCallables as forModerators, ModerationCase, statementCallables } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { command, inTurn, query, type CallContext, type Handlers } from '../platform/dispatcher.ts';
import type { Appeals } from './appeals.ts';
import type { Banning } from './banning.ts';
import type { Deciding } from './deciding.ts';
import type { Reading } from './reading.ts';

export type ModerationCallable = keyof typeof forModerators | keyof typeof statementCallables;

interface CallableParts {
  appeals: Appeals;
  banning: Banning;
  deciding: Deciding;
  reading: Reading;
}

export function moderationCallables(parts: CallableParts): Handlers<ModerationCallable> {
  const { appeals, banning, deciding, reading } = parts;
  /** Answers with the case as it has become. */
  function handled<In>(
    work: (ctx: CallContext, tx: Tx, input: In) => Promise<string>,
    how = command<In, ModerationCase>,
  ) {
    return how(async (ctx, tx, input) => {
      const caseId = await work(ctx, tx, input);
      return reading.view(tx.db, caseId, { userId: ctx.userId, now: tx.now });
    });
  }
  return {
    listStatements: query(appeals.list),
    appealStatement: command(appeals.appeal),
    acknowledgeStatement: command(appeals.acknowledge),
    listCases: query(reading.list),
    getCase: query(reading.get),
    listAudit: query(reading.log),
    takeCase: handled(deciding.take),
    releaseCase: handled(deciding.release),
    decideCase: handled(deciding.decide, inTurn),
    approveBan: handled(banning.judge, inTurn),
    decideAppeal: handled(appeals.answer, inTurn),
  };
}
