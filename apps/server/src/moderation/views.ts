import {
  FIXED,
  MODERATION_ACTIONS,
  REPORT_REASONS,
  safetyTarget,
  type AuditEntry,
  type CaseReport,
  type CaseSummary,
  type ModerationCase,
  type Person,
  type Statement,
} from '@yonder/contract';
import type { Reporter, StoredReport } from '../safety/index.ts';
import type { StoredEntry } from './audit.ts';
import type { ListedCase } from './cases-store.ts';
import { evidenceOf, type EvidenceAddress } from './evidence.ts';
import { priorityOf, stateOf } from './policy.ts';
import type { StoredStatement } from './statements-store.ts';

/** All users that a view mentions, by id. */
export type People = ReadonlyMap<string, Person>;
type Named = { userId: string; name: string } | null;
type Decision = ModerationCase['history'][number];

const STATEMENT_ACTIONS = MODERATION_ACTIONS.filter((action) => action !== 'dismiss');

/** Whether the person may appeal: once, within 180 days, unless it is reversed. */
export function mayAppeal({ appeal_state, state, created_at }: StoredStatement, now: number): boolean {
  return appeal_state === null && state !== 'reversed' && now < created_at.getTime() + FIXED.appealMs;
}

/** Returns what the person reads. */
export function statementOf(row: StoredStatement, now: number): Statement {
  return decided(toldOf(row), now);
}

/** Shows a proposed ban as what it is to the person until then: a suspension. */
export function toldOf<Row extends Pick<StoredStatement, 'action' | 'state'>>(row: Row): Row {
  return row.state === 'proposed' ? { ...row, action: 'suspend', state: 'in-force' } : row;
}

function decided(row: StoredStatement, now: number): Statement {
  const state = row.state === 'reversed' || row.state === 'proposed' ? row.state : 'in-force';
  const until = row.until?.getTime() ?? null;
  return {
    statementId: row.id,
    text: row.text,
    until,
    removed: row.removed.slice(0, FIXED.caseReports),
    action: STATEMENT_ACTIONS.find((action) => action === row.action) ?? 'warn',
    ground: groundOf(row.ground),
    createdAt: row.created_at.getTime(),
    state: stateOf(
      {
        state,
        until,
      },
      now,
    ),
    appeal: appealOf(row),
    canAppeal: mayAppeal(row, now),
    acknowledged: row.acknowledged_at !== null,
  };
}

function appealOf(row: StoredStatement): Statement['appeal'] {
  const { appeal_text, appealed_at, appeal_state, appeal_answer, answered_at } = row;
  if (appeal_text === null || appealed_at === null) return null;
  const state = appeal_state === 'upheld' || appeal_state === 'reversed' ? appeal_state : 'open';
  return {
    text: appeal_text,
    createdAt: appealed_at.getTime(),
    state,
    answer: appeal_answer,
    answeredAt: answered_at?.getTime() ?? null,
  };
}

/** Returns what moderators read. */
export function decisionOf(
  row: StoredStatement,
  { caseNumber, people, now }: { caseNumber: number; people: People; now: number },
): Decision {
  const { note, decided_by, approved_by } = row;
  return {
    ...decided(row, now),
    caseNumber,
    note,
    by: named(decided_by, people),
    approvedBy: approved_by.flatMap((userId) => named(userId, people) ?? []),
  };
}

export function summaryOf(row: ListedCase, people: People): CaseSummary {
  return {
    caseId: row.id,
    number: row.number,
    reports: row.reports,
    reporters: row.reporters,
    state: row.state === 'approval' || row.state === 'closed' ? row.state : 'open',
    priority: priorityOf(row.priority),
    ground: groundOf(row.ground),
    about: safetyTarget.shape.type.options.find((type) => type === row.about) ?? 'user',
    person: personOf(row.person, people),
    assignee: named(row.assignee, people),
    openedAt: row.opened_at.getTime(),
    closedAt: row.closed_at?.getTime() ?? null,
    hasAppeal: row.has_appeal,
  };
}

interface Around {
  people: People;
  reporters: ReadonlyMap<string, Reporter>;
  /** How many reports each reporter has made. */
  reports: ReadonlyMap<string, number>;
  addressOf: EvidenceAddress;
}

export function reportOf(report: StoredReport, { people, reporters, reports, addressOf }: Around): CaseReport {
  const { id: reportId, reporter, reason, text, target, alias, content, createdAt } = report;
  const known = reporter === null ? undefined : reporters.get(reporter);
  return {
    reportId,
    reason,
    text,
    about: target.type,
    alias,
    content,
    createdAt: createdAt.getTime(),
    evidence: evidenceOf(report, addressOf),
    reporter:
      reporter === null
        ? null
        : {
            ...personOf(reporter, people),
            reports: reports.get(reporter) ?? 0,
            weight: known?.weight ?? 0,
            dismissed: known?.dismissed ?? 0,
          },
  };
}

export function entryOf({ id, createdAt, by, about, ...entry }: StoredEntry, people: People): AuditEntry {
  const { what, caseNumber, note } = entry;
  return {
    entryId: id,
    createdAt: createdAt.getTime(),
    what,
    caseNumber,
    note,
    by: named(by, people),
    about: about === null ? null : personOf(about, people),
  };
}

export function personOf(userId: string, people: People): Person {
  const person = people.get(userId);
  if (!person) throw new Error('somebody a case speaks of was not looked up');
  return person;
}

function named(userId: string | null, people: People): Named {
  return userId === null ? null : { userId, name: personOf(userId, people).name };
}

function groundOf(stored: string): Statement['ground'] {
  return REPORT_REASONS.find((ground) => ground === stored) ?? 'other';
}
