/*
 * Pulling a list down at its top refreshes it.
 *
 *   idle ──touch at the top──► held ──down──► drawn ──let go, far enough──► refreshing ──answer──► idle
 *                               └──aside, up, a second finger──► idle ◄──let go before──┘
 */
export type Pull =
  | { readonly kind: 'idle' }
  | { readonly kind: 'held'; readonly x: number; readonly y: number }
  /** Distance of the sun in px; it grows less and less with the finger's. */
  | { readonly kind: 'drawn'; readonly x: number; readonly y: number; readonly by: number }
  | { readonly kind: 'refreshing' };

export type PullEvent =
  | { readonly kind: 'touched'; readonly x: number; readonly y: number; readonly at: 'top' | 'elsewhere' }
  | { readonly kind: 'moved'; readonly x: number; readonly y: number }
  | { readonly kind: 'let-go' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'answered' };

export const IDLE: Pull = { kind: 'idle' };
/** Distance in px from which letting go refreshes. */
export const FAR = 56;
const MOST = 96;
/** Tolerance in px for a trembling finger. */
const SLOP = 10;

export function pull(state: Pull, event: PullEvent): Pull {
  if (state.kind === 'refreshing') return event.kind === 'answered' ? IDLE : state;
  switch (event.kind) {
    case 'touched':
      return event.at === 'top' ? { kind: 'held', x: event.x, y: event.y } : IDLE;
    case 'moved':
      return moved(state, event);
    case 'let-go':
      return state.kind === 'drawn' && state.by >= FAR ? { kind: 'refreshing' } : IDLE;
    case 'cancelled':
    case 'answered':
      return IDLE;
    default:
      return event satisfies never;
  }
}

function moved(state: Pull, { x, y }: { x: number; y: number }): Pull {
  if (state.kind !== 'held' && state.kind !== 'drawn') return state;
  const [aside, down] = [Math.abs(x - state.x), y - state.y];
  if (state.kind === 'held') {
    if (Math.max(aside, Math.abs(down)) < SLOP) return state;
    if (down < aside) return IDLE;
  }
  const far = Math.max(0, down - SLOP);
  return { kind: 'drawn', x: state.x, y: state.y, by: MOST * (1 - Math.exp(-far / (1.6 * MOST))) };
}
