import { FIXED } from '@yonder/contract';
import { isOnlyKeptOut, readmit, readmitErased } from '../identity/index.ts';
import {
  giveRole,
  liftByOperator,
  note,
  suspendByOperator,
  verifyAudit,
  type NoticeSeam,
} from '../moderation/index.ts';
import { createNotifications } from '../notifications/index.ts';
import { person } from '../profiles/index.ts';
import { enqueue } from '../push/index.ts';
import { moderationNotices } from '../wires/moderation.ts';
import { wakesOf } from '../wires/push.ts';
import { findAccount, readOptions, readWhole, UsageError, type Command, type Tools, type Work } from './command.ts';

/** Commands for the role of moderators, and for what the operator decides alone. */
export const moderationCommands: readonly Command[] = [
  {
    name: 'role',
    takes: 'SUBJECT|USERID moderator|none',
    explanation: 'lets somebody look after reports, or not any more',
    prepare: prepareRole,
  },
  {
    name: 'suspend',
    takes: 'SUBJECT|USERID HOURS|forever|off [--reason TEXT]',
    explanation: 'keeps somebody out, who reads the reason, or lets them in again',
    prepare: prepareSuspend,
  },
  {
    name: 'adult',
    takes: 'SUBJECT|USERID|PROVIDER SUBJECT',
    explanation:
      'takes back that somebody was refused for their age; the provider and its subject once the account is erased',
    prepare: prepareAdult,
  },
  {
    name: 'audit',
    takes: 'verify',
    explanation: 'tells whether the log of moderation is as it was written',
    prepare: prepareAudit,
  },
];

const DEFAULT_REASON = 'The people who run this place have decided this.';

function prepareRole(args: string[]): Work {
  const [who, role, ...rest] = args;
  if (!who || (role !== 'moderator' && role !== 'none') || rest.length > 0) {
    throw new UsageError('role takes a subject or a user id, and then "moderator" or "none".');
  }
  return async ({ database, print }) => {
    const userId = await findAccount(database.read, who);
    await database.transaction((tx) => giveRole(tx, { userId, moderates: role === 'moderator' }));
    print(`${who} is ${role === 'moderator' ? 'a moderator' : 'no moderator'} now.`);
  };
}

function prepareSuspend(args: string[]): Work {
  const [who, length, ...rest] = args;
  if (!who || !length)
    throw new UsageError('suspend takes a subject or a user id, and then hours, "forever" or "off".');
  const { reason: text = DEFAULT_REASON } = readOptions(rest, ['reason']);
  if (text.trim() === '' || text.length > FIXED.statementLength) {
    throw new UsageError(`--reason must have 1 to ${FIXED.statementLength} characters.`);
  }
  const hours = length === 'forever' || length === 'off' ? null : readWhole('HOURS', length, FIXED.suspensionHours);
  return async (tools) => {
    const { database, print } = tools;
    // For an erased user, the id is what moderators still read.
    const userId = (await isOnlyKeptOut(database.read, who)) ? who : await findAccount(database.read, who);
    const notices = noticesOf(tools);
    if (length === 'off') {
      const wasOut = await database.transaction((tx) => liftByOperator(tx, userId, notices));
      print(wasOut ? `${who} may come in again.` : `Nothing that you can lift keeps ${who} out.`);
      return;
    }
    await database.transaction((tx) => suspendByOperator(tx, { userId, hours, text }, notices));
    print(`${who} is kept out ${hours === null ? 'for ever' : `for ${hours} hours`} now.`);
  };
}

function prepareAdult(args: string[]): Work {
  const [who, subject, ...rest] = args;
  if (!who || rest.length > 0) throw new UsageError('adult takes a subject or a user id, or a provider and a subject.');
  return async ({ database, print }) => {
    const wasRefused = await database.transaction(async (tx) => {
      const about = subject === undefined ? await findAccount(tx.db, who) : null;
      const isDone = about
        ? await readmit(tx, about)
        : await readmitErased(tx, { provider: who, subject: subject ?? '' });
      if (isDone) await note(tx, { by: null, what: 'age-reversed', caseId: null, about });
      return isDone;
    });
    const name = subject ?? who;
    if (!wasRefused) throw new UsageError(`"${name}" was not refused for their age.`);
    print(`${name} may set up a profile now.`);
  };
}

function prepareAudit(args: string[]): Work {
  if (args.length !== 1 || args[0] !== 'verify') throw new UsageError('audit takes "verify".');
  return async ({ database, print }) => {
    const { entries, seal, broken } = await verifyAudit(database.read);
    if (broken !== null)
      throw new UsageError(`The log is broken at entry ${broken}: it was changed, or one before it is missing.`);
    print(`${entries} entries, all as they were written. The latest seal: ${seal || '-'}`);
  };
}

/** Stores notifications for later; this process emits nothing. */
function noticesOf({ database, clock, log }: Tools): NoticeSeam {
  const live = { tell: () => {}, isHeard: () => false };
  return moderationNotices(
    createNotifications({
      database,
      clock,
      log,
      live,
      person,
      noneStands: async () => {},
      isNew: async (tx, notices) => void (await enqueue(tx, wakesOf(notices))),
    }).notify,
  );
}
