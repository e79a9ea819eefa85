import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { ERASED_AT_ONCE, lastOf, type PersonalData } from '../platform/personal-data.ts';
import type { Stop } from '../platform/stop.ts';
import { createFileSealer, type FileSealerOptions } from './file-sealer.ts';
import type { FileRows, Opened, Shown } from './seams.ts';
import { openContent, sealContent, unwrapKey } from './sealing.ts';
import { deleteFor, deleteOver, insertSealed, lockSealed, lockUnsealedFile, type SealedRow } from './store.ts';

export interface EvidenceOptions extends FileSealerOptions {
  deadlines: Pick<Deadlines, 'on'>;
  files: FileRows;
  /** EVIDENCE_HOURS */
  hours: number;
}

export interface Evidence {
  /**
   * Seals a message in the caller's transaction: its recipient can report it until its time is over. Does nothing with
   * EVIDENCE_HOURS=0.
   */
  seal(tx: Tx, shown: Shown): Promise<void>;
  /** Opens what was sealed of these messages, by number, in the transaction of a report by their recipient. */
  open(tx: Tx, asked: { roomId: string; recipient: string; seqs: readonly number[] }): Promise<Map<number, Opened>>;
  /**
   * Until when the bytes of a file are needed where they are; null: no longer. Locks the message, before media's row.
   */
  neededUntil(tx: Tx, file: string): Promise<Date | null>;
  personalData: PersonalData;
  /** Resolves when no file waits to be sealed. */
  settled(): Promise<void>;
  start(): Stop;
}

/** The deadline of one sealed message. */
const EXPIRE = 'evidence.expire';
const HOUR_MS = 3_600_000;

/**
 *   shown ──seal──► sealed ──EVIDENCE_HOURS──► gone
 *                     └──report of its recipient──► evidence of that report
 *
 * A report copies: what is sealed stays until its time is over, so that a second report opens it, too. Locks: the row
 * here before the rows of media.
 */
export function createEvidence(options: EvidenceOptions): Evidence {
  const { keys, files, hours, deadlines, log } = options;
  const sealer = createFileSealer(options);

  deadlines.on(EXPIRE, async (tx, { key }) => {
    const [roomId = '', seq] = key.split('.');
    await files.expire(tx, await deleteOver(tx, { roomId, seq: Number(seq) }));
  });

  /** Null when it cannot be decrypted: the report is filed all the same. */
  function decrypted(row: SealedRow) {
    try {
      const key = unwrapKey(keys, row);
      return { key, said: openContent(row, key) };
    } catch (error) {
      log.error({ err: error }, 'evidence could not be opened');
      return null;
    }
  }

  async function openOne(tx: Tx, row: SealedRow): Promise<Opened | null> {
    const found = decrypted(row);
    if (found === null) return null;
    const path = row.is_file_sealed ? row.sealed_file : row.file;
    if (path !== null) await files.reveal(tx, { path, fileKey: row.is_file_sealed ? found.key : null });
    return { ...found.said, file: path };
  }

  return {
    async seal(tx, shown) {
      if (hours === 0) return;
      const { roomId, seq, sender, recipient, file } = shown;
      const expiresAt = new Date(tx.now.getTime() + hours * HOUR_MS);
      const sealedFile = file === null ? null : files.newPath(file);
      const isNew = await insertSealed(tx, {
        ...sealContent(keys, shown),
        room_id: roomId,
        seq,
        sender,
        recipient,
        file,
        sealed_file: sealedFile,
        expires_at: expiresAt,
      });
      if (!isNew) return;
      await tx.deadline({ kind: EXPIRE, key: `${roomId}.${seq}`, due: expiresAt });
      if (sealedFile === null) return;
      await files.keepUntil(tx, { path: sealedFile, owner: sender, until: expiresAt });
      tx.after(sealer.wake);
    },

    async open(tx, asked) {
      const opened = new Map<number, Opened>();
      for (const row of await lockSealed(tx, asked)) {
        const one = await openOne(tx, row);
        if (one !== null) opened.set(row.seq, one);
      }
      return opened;
    },

    neededUntil: lockUnsealedFile,

    personalData: {
      areas: [],
      /** Deletes the messages sent to the user, which no other may open. Those the user sent keep their time. */
      async erase(tx, userId) {
        const { files: paths, deleted } = await deleteFor(tx, userId, ERASED_AT_ONCE);
        await files.expire(tx, paths);
        return lastOf(deleted, ERASED_AT_ONCE);
      },
    },
    settled: sealer.settled,
    start: sealer.start,
  };
}
