import { boundIssuers, exchangeIssuers, issuerOf } from '../identity/index.ts';
import { UsageError, type Command, type Work } from './command.ts';

/** Commands for the issuers that accounts were opened with. */
export const issuerCommands: readonly Command[] = [
  {
    name: 'issuers',
    takes: '[OLD NEW]',
    explanation: 'lists whose accounts there are; with two, those of the one are the other one’s from now on',
    prepare: prepareIssuers,
  },
];

function prepareIssuers(args: string[]): Work {
  if (args.length !== 0 && (args.length !== 2 || !args.every((address) => URL.canParse(address)))) {
    throw new UsageError('issuers takes nothing, or the addresses of the old issuer and the new one.');
  }
  const [from, to] = args.map(issuerOf);
  return async ({ database, print }) => {
    if (from !== undefined && to !== undefined) {
      const isDone = await database.transaction((tx) => exchangeIssuers(tx, { from, to }));
      if (!isDone) throw new UsageError(`Nobody has signed in at ${from}.`);
    }
    for (const { issuer, provider } of await boundIssuers(database.read)) print(`${provider}  ${issuer}`);
  };
}
