import { setPaid } from '../profiles/index.ts';
import { findAccount, UsageError, type Command, type Work } from './command.ts';

/** Commands for one user's account. */
export const peopleCommands: readonly Command[] = [
  {
    name: 'paid',
    takes: 'SUBJECT|USERID on|off',
    explanation: 'makes somebody a paid person, or a free one',
    prepare: preparePaid,
  },
];

function preparePaid(args: string[]): Work {
  const [who, setting, ...rest] = args;
  if (!who || (setting !== 'on' && setting !== 'off') || rest.length > 0) {
    throw new UsageError('paid takes a subject or a user id, and then "on" or "off".');
  }
  return async ({ database, print }) => {
    const userId = await findAccount(database.read, who);
    const isPaid = setting === 'on';
    const found = await database.transaction((tx) => setPaid(tx, { userId, isPaid }));
    if (!found) throw new UsageError(`"${who}" has not finished onboarding.`);
    print(`${who} is a ${isPaid ? 'paid' : 'free'} person now.`);
  };
}
