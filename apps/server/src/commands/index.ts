import type { Config } from '../config.ts';
import { backupCommands } from './backups.ts';
import { UsageError, type Command, type Work } from './command.ts';
import { demoCommands } from './demo.ts';
import { keyCommands } from './keys.ts';
import { issuerCommands } from './issuers.ts';
import { moderationCommands } from './moderation.ts';
import { peopleCommands } from './people.ts';
import { statsCommands } from './stats.ts';
import { wordCommands } from './words.ts';

/** One file a group. */
const commands: readonly Command[] = [
  ...demoCommands,
  ...peopleCommands,
  ...moderationCommands,
  ...issuerCommands,
  ...wordCommands,
  ...keyCommands,
  ...statsCommands,
  ...backupCommands,
];

/** Parses a command line; its arguments are checked before anything is opened. */
export function readCommand([name = '', ...args]: readonly string[], config: Config): Work {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}".\n\n${help()}`);
  return command.prepare(args, config);
}

export function help(): string {
  const all = [...commands, { name: 'help', takes: '', explanation: 'prints this' }];
  const rows = all.map(({ name, takes, explanation }) => ({ usage: `${name} ${takes}`, explanation }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  const lines = rows.map(({ usage, explanation }) => `  ${usage.padEnd(width)}   ${explanation}`);
  return ['npm run -s yonder -- COMMAND', '', ...lines].join('\n');
}
