interface Versioned {
  callId: string;
  version: number;
  createdAt: number;
}

/** Whole states may arrive in any order: of one call the highest version counts, of two calls the later one. */
export function newest<State extends Versioned>(held: State | null, next: State): State {
  if (held === null) return next;
  if (held.callId === next.callId) return next.version > held.version ? next : held;
  return next.createdAt >= held.createdAt ? next : held;
}
