import type { Attachment } from '@yonder/contract';

type CallLine = Extract<Attachment, { kind: 'call' }>;

/** Whoever was called and did not answer has missed it, however it came. */
export function callOutcome({ outcome }: CallLine, side: 'me' | 'them'): CallLine['outcome'] {
  const isMissed = outcome === 'missed' || outcome === 'busy' || outcome === 'cancelled';
  return side === 'them' && isMissed ? 'missed' : outcome;
}
