import type { Attachment } from '@yonder/contract';

type CallLine = Extract<Attachment, { kind: 'call' }>;

/** For the called side, 'busy' and 'cancelled' are missed calls too. */
export function callOutcome({ outcome }: CallLine, side: 'me' | 'them'): CallLine['outcome'] {
  const isMissed = outcome === 'missed' || outcome === 'busy' || outcome === 'cancelled';
  return side === 'them' && isMissed ? 'missed' : outcome;
}
