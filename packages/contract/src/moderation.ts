import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { FIXED } from './limits.ts';
import { REPORT_REASONS, safetyTarget } from './safety.ts';
import { alias, done, id, maybe, mediaAddress, nothing, person, region, text, time } from './schema.ts';
import { optionalVisibleText, visibleText } from './visible-text.ts';

/** Decisions on a case. One moderator proposes a ban and another approves it. */
export const MODERATION_ACTIONS = ['dismiss', 'remove-content', 'warn', 'suspend', 'ban'] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];
/** urgent: a minor or a life may be in danger. */
export const CASE_PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
/**
 * approvals: bans that wait for another moderator. appeals: a person disagrees. Each oldest and gravest first; closed:
 * latest first.
 */
export const CASE_LISTS = ['open', 'mine', 'approvals', 'appeals', 'closed'] as const;
export type CaseList = (typeof CASE_LISTS)[number];

const ground = z.enum(REPORT_REASONS);
const reasons = visibleText({ max: FIXED.statementLength, layout: 'lines' });
const moderator = z.object({ userId: id, name: text({ min: 1, max: FIXED.nameLength }) });

/** A person's objection to a statement, and what came of it. */
const appeal = z.object({
  text: text({ max: FIXED.statementLength }),
  createdAt: time,
  state: z.enum(['open', 'upheld', 'reversed']),
  answer: z.nullable(text({ max: FIXED.statementLength })),
  answeredAt: z.nullable(time),
});

/** Why something was done about a person, in words for them (a statement of reasons). */
export const statement = z.object({
  statementId: id,
  action: z.enum(['remove-content', 'warn', 'suspend', 'ban']),
  ground,
  text: text({ max: FIXED.statementLength }),
  /** The person's own words that were removed. */
  removed: z.array(text({ max: FIXED.messagePreviewLength })).check(z.maxLength(FIXED.caseReports)),
  createdAt: time,
  /** End of a suspension; null: no end, or nothing that lasts. */
  until: z.nullable(time),
  state: z.enum(['in-force', 'over', 'reversed']),
  appeal: z.nullable(appeal),
  canAppeal: z.boolean(),
  acknowledged: z.boolean(),
});
export type Statement = z.infer<typeof statement>;

/** Limit of an appeal: a statement has one. */
const RARELY: Rate = { burst: 5, perMinute: 2, kind: 'strict' };

/** Open to suspended users, too. */
export const statementCallables = {
  /** The latest 50, newest first. */
  listStatements: callable(
    'query',
    () => nothing,
    () => z.object({ statements: z.array(statement).check(z.maxLength(FIXED.statementsPage)) }),
  ),
  appealStatement: callable(
    'command',
    () => z.object({ statementId: id, text: reasons }),
    () => statement,
    RARELY,
  ),
  /** Marks a statement as read: it is shown once by itself. */
  acknowledgeStatement: callable(
    'command',
    () => z.object({ statementId: id }),
    () => done,
  ),
} as const;

export const caseSummary = z.object({
  caseId: id,
  /** Counts up; moderators call a case by it. */
  number: z.int(),
  state: z.enum(['open', 'approval', 'closed']),
  priority: z.enum(CASE_PRIORITIES),
  /** The gravest of the reports' reasons. */
  ground,
  /** What the latest report points at. */
  about: safetyTarget.shape.type,
  reports: z.int(),
  reporters: z.int(),
  person,
  assignee: z.nullable(moderator),
  openedAt: time,
  closedAt: z.nullable(time),
  hasAppeal: z.boolean(),
});
export type CaseSummary = z.infer<typeof caseSummary>;

/** The side that said something in the evidence. A case names both users to moderators, never to the users. */
const speaker = z.enum(['reported', 'reporter', 'system']);

/**
 * The message's state at the time of the report. Text and file are there where they were shown then, or were sealed for
 * the reporter. `seen`: a one-time image. `removed`: by moderators. `gone`: its file is kept no more.
 */
const evidenceState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deleted'), at: time }),
  z.object({ kind: z.enum(['shown', 'removed', 'seen', 'expired', 'withdrawn', 'gone']) }),
]);

/**
 * Frozen when the report was made; its source may have changed since. Signed addresses are the moderator's for ten
 * minutes.
 */
export const evidence = z.lazy(() =>
  z.object({
    messages: z
      .array(
        z.object({
          by: speaker,
          type: text({ min: 1, max: 24 }),
          text: z.nullable(text({ max: FIXED.messageLength })),
          mediaUrl: z.nullable(mediaAddress),
          createdAt: time,
          isReported: z.boolean(),
          state: evidenceState,
        }),
      )
      .check(z.maxLength(FIXED.evidenceMessages)),
    post: z.nullable(
      z.object({ content: text({ max: FIXED.postLength }), region: z.nullable(region), createdAt: time }),
    ),
    comment: z.nullable(z.object({ content: text({ max: FIXED.commentLength }), createdAt: time })),
    call: z.nullable(
      z.object({
        startedAt: z.nullable(time),
        seconds: z.int(),
        topics: z.array(z.object({ by: speaker, topic: text({ max: FIXED.topicLength }) })).check(z.maxLength(2)),
      }),
    ),
    portrait: z.nullable(
      z.object({
        name: text({ max: FIXED.nameLength }),
        bio: text({ max: FIXED.bioLength }),
        photoUrls: z.array(mediaAddress).check(z.maxLength(FIXED.photos)),
      }),
    ),
  }),
);
export type Evidence = z.infer<typeof evidence>;

export const caseReport = z.lazy(() =>
  z.object({
    reportId: id,
    /** Null: the screening of written content. */
    reporter: z.nullable(
      z.object({
        ...person.shape,
        /** The weight of their reports, 0 to 100: it falls with dismissed ones. */
        weight: z.int(),
        reports: z.int(),
        dismissed: z.int(),
      }),
    ),
    reason: ground,
    text: text({ max: FIXED.reportTextLength }),
    about: safetyTarget.shape.type,
    /** The alias the reporter knew the person by. */
    alias: z.nullable(alias),
    evidence,
    createdAt: time,
    /**
     * hidden: only its author sees it until it is judged. removed: for good. none: nothing there that could be taken
     * away.
     */
    content: z.enum(['shown', 'hidden', 'removed', 'none']),
  }),
);
export type CaseReport = z.infer<typeof caseReport>;

/** A decision and its reasons, as moderators see it. */
const decided = () => ({
  ...statement.shape,
  caseNumber: z.int(),
  /** For moderators only. */
  note: text({ max: FIXED.statementLength }),
  /** Null: the operator at the command line. */
  by: z.nullable(moderator),
  approvedBy: z.array(moderator).check(z.maxLength(FIXED.approvals)),
});

export const auditEntry = z.lazy(() =>
  z.object({
    entryId: z.int(),
    createdAt: time,
    /** Null: the operator at the command line, the clock, or a user that reports or appeals. */
    by: z.nullable(moderator),
    /** opened, taken, proposed, approved, suspended, … */
    what: text({ min: 1, max: 40 }),
    caseNumber: z.nullable(z.int()),
    about: z.nullable(person),
    note: text({ max: FIXED.statementLength }),
  }),
);
export type AuditEntry = z.infer<typeof auditEntry>;

export const moderationCase = z.lazy(() =>
  z.object({
    ...caseSummary.shape,
    account: z.object({
      createdAt: time,
      isPaid: z.boolean(),
      standing: z.enum(['member', 'suspended', 'banned', 'leaving', 'erased']),
      suspendedUntil: z.nullable(time),
      region: z.nullable(region),
      /** Earlier cases about the person. */
      cases: z.int(),
      /** Reports that the person made. */
      reported: z.int(),
    }),
    /** Newest first. */
    allReports: z.array(caseReport).check(z.maxLength(FIXED.caseReports)),
    /** Decisions about the person, earlier ones and this case's, newest first. */
    history: z.array(z.object(decided())).check(z.maxLength(FIXED.statementsPage)),
    /** A ban that waits for other moderators. */
    proposal: z.nullable(z.object({ ...decided(), needed: z.int(), given: z.int(), mayApprove: z.boolean() })),
    log: z.array(auditEntry).check(z.maxLength(FIXED.auditPage)),
  }),
);
export type ModerationCase = z.infer<typeof moderationCase>;

/** For moderators only: the role comes from the operator's command line, never over the wire. */
export const moderationCallables = {
  /** after: the last case of the page before. */
  listCases: callable(
    'query',
    () => z.object({ list: z.enum(CASE_LISTS), after: maybe(id) }),
    () => z.object({ cases: z.array(caseSummary).check(z.maxLength(FIXED.casesPage)), open: z.int() }),
  ),
  getCase: callable(
    'query',
    () => z.object({ caseId: id }),
    () => moderationCase,
  ),
  /** Assigns a case to you, also another moderator's. */
  takeCase: callable(
    'command',
    () => z.object({ caseId: id }),
    () => moderationCase,
  ),
  releaseCase: callable(
    'command',
    () => z.object({ caseId: id }),
    () => moderationCase,
  ),
  /** Closes the case; a ban waits for another moderator, and suspends until then. */
  decideCase: callable(
    'command',
    () =>
      z.object({
        caseId: id,
        action: z.enum(MODERATION_ACTIONS),
        /** Reasons for the person; for all but dismiss. */
        ground: maybe(ground),
        text: maybe(reasons),
        note: maybe(optionalVisibleText({ max: FIXED.statementLength, layout: 'lines' })),
        /** Length of a suspension. */
        hours: maybe(z.int().check(z.gte(1), z.lte(FIXED.suspensionHours))),
        /** Reports: what they point at is removed for good. */
        remove: maybe(z.array(id).check(z.maxLength(FIXED.caseReports))),
      }),
    () => moderationCase,
  ),
  /** Its proposer cannot approve it. Refused: the suspension ends, the case is open again. */
  approveBan: callable(
    'command',
    () =>
      z.object({
        statementId: id,
        approve: z.boolean(),
        note: maybe(optionalVisibleText({ max: FIXED.statementLength, layout: 'lines' })),
      }),
    () => moderationCase,
  ),
  /**
   * reversed: the decision is undone as far as it can be. Not by a moderator that took part in it, where there is
   * another.
   */
  decideAppeal: callable(
    'command',
    () => z.object({ statementId: id, outcome: z.enum(['upheld', 'reversed']), text: reasons }),
    () => moderationCase,
  ),
  /** Newest first. before: the last of the page before. */
  listAudit: callable(
    'query',
    () => z.object({ before: maybe(z.int()), caseId: maybe(id) }),
    () => z.object({ entries: z.array(auditEntry).check(z.maxLength(FIXED.auditPage)) }),
  ),
} as const;
