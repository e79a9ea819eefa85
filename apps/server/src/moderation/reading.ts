import { FIXED, type Input, type ModerationCase, type Output, type Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import { findAccount, type Account } from '../identity/index.ts';
import type { Database, DB } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { readerOf } from '../profiles/index.ts';
import { countReportsBy, findReporters, reportsOf, type StoredReport } from '../safety/index.ts';
import { entriesOf, type StoredEntry } from './audit.ts';
import { countCasesBefore, countOpenFor, findCase, pageOf, type ListedCase, type StoredCase } from './cases-store.ts';
import { pathsOf } from './evidence.ts';
import { assertNotOwn } from './handling.ts';
import { statementsOf, type StoredStatement } from './statements-store.ts';
import { decisionOf, entryOf, reportOf, summaryOf } from './views.ts';

export interface ReadingOptions {
  database: Pick<Database, 'read'>;
  /** BAN_APPROVALS */
  banApprovals: number;
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** Returns where one moderator sees a file that a report keeps, until `expiresAt`. */
  addressOf(path: string, reader: { userId: string; expiresAt: number }): string;
  /** Returns which of these files still have their bytes. */
  present(db: Kysely<DB>, paths: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The moderator and the time. */
type Reader = Pick<CallContext, 'userId' | 'now'>;
type Statements = readonly (StoredStatement & { case_number: number })[];

/** What moderators are shown. */
export type Reading = ReturnType<typeof createReading>;

export function createReading({ database, banApprovals, person, addressOf, present }: ReadingOptions) {
  /** @throws DomainError 'case-not-found' or 'own-case'. */
  async function found(db: Kysely<DB>, caseId: string, { userId }: Reader): Promise<ListedCase> {
    const matter = await findCase(db, caseId);
    if (!matter) throw new DomainError('case-not-found');
    await assertNotOwn(db, matter, userId);
    return matter;
  }

  async function view(db: Kysely<DB>, caseId: string, reader: Reader): Promise<ModerationCase> {
    const matter = await found(db, caseId, reader);
    const reports = await reportsOf(db, caseId, FIXED.caseReports);
    const history = await statementsOf(db, matter.person);
    const log = await entriesOf(db, { reader: reader.userId, before: null, caseId });
    const people = await person(db, mentioned({ matter, reports, history, log }));
    const reporterIds = [...new Set(reports.flatMap(({ reporter }) => reporter ?? []))];
    const expiresAt = reader.now.getTime() + FIXED.mediaUrlMs;
    const there = await present(db, pathsOf(reports));
    const around = {
      people,
      reporters: await findReporters(db, reporterIds),
      reports: await countReportsBy(db, reporterIds),
      addressOf: (path: string) =>
        there.has(path)
          ? addressOf(path, {
              userId: reader.userId,
              expiresAt,
            })
          : null,
    };
    return {
      ...summaryOf(matter, people),
      account: await accountOf(db, matter, reader.now),
      allReports: reports.map((report) => reportOf(report, around)),
      ...decisionsOf(history, { matter, people, reader, banApprovals }),
      log: log.map((entry) => entryOf(entry, people)),
    };
  }

  return {
    view,

    get: (reader: Reader, { caseId }: Input<'getCase'>) => view(database.read, caseId, reader),

    async list({ userId }: Reader, { list, after }: Input<'listCases'>): Promise<Output<'listCases'>> {
      const db = database.read;
      const last = after === undefined ? undefined : await findCase(db, after);
      const page = await pageOf(db, { reader: userId, list, after: last });
      const people = await person(db, [...new Set(page.flatMap((row) => [row.person, row.assignee ?? []].flat()))]);
      return { cases: page.map((row) => summaryOf(row, people)), open: await countOpenFor(db, userId) };
    },

    async log(reader: Reader, { before, caseId }: Input<'listAudit'>): Promise<Output<'listAudit'>> {
      const db = database.read;
      if (caseId !== undefined) await found(db, caseId, reader);
      const page = { reader: reader.userId, before: before ?? null, caseId: caseId ?? null };
      const entries = await entriesOf(db, page);
      const people = await person(db, [...new Set(entries.flatMap(({ by, about }) => [by ?? [], about ?? []].flat()))]);
      return { entries: entries.map((entry) => entryOf(entry, people)) };
    },
  };
}

/** Returns all users that a case mentions. */
function mentioned(all: {
  matter: StoredCase;
  reports: readonly StoredReport[];
  history: Statements;
  log: readonly StoredEntry[];
}): string[] {
  const { matter, reports, history, log } = all;
  const ids = [
    matter.person,
    matter.assignee,
    ...reports.map(({ reporter }) => reporter),
    ...history.flatMap(({ decided_by, approved_by }) => [decided_by, ...approved_by]),
    ...log.flatMap(({ by, about }) => [by, about]),
  ];
  return [...new Set(ids.flatMap((userId) => userId ?? []))];
}

async function accountOf(db: Kysely<DB>, matter: StoredCase, now: Date): Promise<ModerationCase['account']> {
  const { person: userId } = matter;
  const account = await findAccount(db, userId);
  const profile = await readerOf(db, userId);
  const until = account?.suspendedUntil ?? null;
  const isOut = until !== null && until > now.getTime();
  return {
    createdAt: account?.createdAt.getTime() ?? 0,
    isPaid: profile?.isPaid ?? false,
    standing: standingOf(account, now),
    suspendedUntil: isOut && until !== Infinity ? until : null,
    region: profile?.region ?? null,
    cases: await countCasesBefore(db, matter),
    reported: (await countReportsBy(db, [userId])).get(userId) ?? 0,
  };
}

/** Returns the gravest status that applies. */
function standingOf(account: Account | undefined, now: Date): ModerationCase['account']['standing'] {
  if (!account) return 'erased';
  const { suspendedUntil: until, erasesAt } = account;
  if (until !== null && until > now.getTime()) return until === Infinity ? 'banned' : 'suspended';
  return erasesAt === null ? 'member' : 'leaving';
}

interface Seen {
  matter: StoredCase;
  people: Map<string, Person>;
  reader: Reader;
  banApprovals: number;
}

/** Returns the decisions made, and the ban that waits in this case. */
function decisionsOf(
  statements: Statements,
  { matter, people, reader, banApprovals }: Seen,
): Pick<ModerationCase, 'history' | 'proposal'> {
  const now = reader.now.getTime();
  const decisionOfRow = (row: Statements[number]) => decisionOf(row, { caseNumber: row.case_number, people, now });
  const waiting = statements.find((row) => row.case_id === matter.id && row.state === 'proposed');
  const judges = waiting ? [waiting.decided_by, ...waiting.approved_by] : [];
  return {
    history: statements.filter((row) => row !== waiting).map(decisionOfRow),
    proposal: waiting
      ? {
          ...decisionOfRow(waiting),
          needed: banApprovals,
          given: judges.length,
          mayApprove: !judges.includes(reader.userId),
        }
      : null,
  };
}
