import { Plural } from '@lingui/react/macro';
import { useEvidenceHours } from '../../../lib/config.ts';

interface SealedNoteProps {
  /** The side that could open it by a report. */
  of: 'reader' | 'other';
}

/** A one-time or deleted message can be reported for EVIDENCE_HOURS. With 0 nothing is kept, and nothing shown. */
export function SealedNote({ of }: SealedNoteProps) {
  const hours = useEvidenceHours();
  if (hours === undefined || hours === 0) return null;
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
