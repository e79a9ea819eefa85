import { Plural } from '@lingui/react/macro';
import { useConfig } from '../../../lib/config.ts';

interface SealedNoteProps {
  /** Whose report would open it. */
  of: 'reader' | 'other';
}

/** What is seen once or deleted can be reported for EVIDENCE_HOURS. Nothing is kept, and nothing said, with 0. */
export function SealedNote({ of }: SealedNoteProps) {
  const hours = useConfig().data?.limits.evidenceHours ?? 0;
  if (hours === 0) return null;
  return of === 'reader' ? (
    <Plural
      value={hours}
      one="A sealed copy is kept for # hour. It is opened only if you report it."
      other="A sealed copy is kept for # hours. It is opened only if you report it."
    />
  ) : (
    <Plural
      value={hours}
      one="A sealed copy is kept for # hour. It is opened only if it is reported."
      other="A sealed copy is kept for # hours. It is opened only if it is reported."
    />
  );
}
