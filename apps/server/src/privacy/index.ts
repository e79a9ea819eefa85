import type { Handlers } from '../platform/dispatcher.ts';
import type { Stop } from '../platform/stop.ts';
import type { Area, PersonalData } from '../platform/personal-data.ts';
import { privacyCallables, type PrivacyCallable } from './callables.ts';
import { createCopies, type CopiesOptions } from './copies.ts';
import { sweepCopyFolders } from './copy-folders.ts';
import { createErasing } from './erasing.ts';
import { createErrands } from './errands.ts';
import { createLedgerWriting } from './ledger-writing.ts';
import { createLeaving, type LeavingWires } from './leaving.ts';

import { sweepUnused } from './sweep-unused.ts';

export type { LeavingWires } from './leaving.ts';
export { eraseAgain, replayLedger } from './replay.ts';

export interface Privacy {
  callables: Handlers<PrivacyCallable>;
  /** The size of the copy at a path of the object store. Undefined: there is none any more. */
  bytesAt(path: string): Promise<number | undefined>;
  /** Removes what killed processes left of copies. Once stopped, what is under way is aborted. */
  start(): Promise<Stop>;
  /** Resolves when no copy and no erasure is under way on this node, and the ledger is written. */
  settled(): Promise<void>;
}

export interface PrivacyOptions extends Omit<CopiesOptions, 'errands' | 'areas'> {
  /** Areas of the account, which goes last. */
  account: readonly Area[];
  /** Data of the other modules by name, in the order in which they lock. */
  parts: Readonly<Record<string, PersonalData>>;
  wires: LeavingWires;
}

/** Copies of a user's data, deletion requests, and erasure. */
export function createPrivacy(options: PrivacyOptions): Privacy {
  const errands = createErrands(options.log);
  const ledgerErrands = createErrands(options.log);
  const areas = [...options.account, ...Object.values(options.parts).flatMap((part) => part.areas)];
  const copies = createCopies({ ...options, errands, areas });
  createErasing({ ...options, errands, parts: { ...options.parts, privacy: copies.personalData } });
  createLedgerWriting({ ...options, errands: ledgerErrands });
  return {
    callables: privacyCallables({ copies, leaving: createLeaving(options) }),
    bytesAt: copies.bytesAt,
    async start() {
      await sweepCopyFolders().catch((error: unknown) =>
        options.log.warn({ err: error }, 'what is left of a copy could not be removed'),
      );
      const stopSweeping = sweepUnused(options);
      return () => {
        stopSweeping();
        for (const one of [errands, ledgerErrands]) one.stop();
      };
    },
    async settled() {
      await Promise.all([errands, ledgerErrands].map((one) => one.settled()));
    },
  };
}
