import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';

/**
 * Places in the queue, drawn ahead: nobody waits for theirs. On one node they are in the order of the joins; between
 * nodes who came a second later may stand a second earlier.
 */
export interface Places {
  /** The next one; undefined: it has to be drawn. */
  next(): number | undefined;
  draw(): Promise<number>;
  /** Draws every second. */
  start(): Stop;
  /** Resolves once none are being drawn. */
  idle(): Promise<void>;
}

interface PlacesOptions {
  clock: Clock;
  log: Log;
  /** The first of a new block. */
  drawBlock(): Promise<number>;
}

/** As many as the sequence counts at once. */
const BLOCK = 16_384;
const DRAW_EVERY_MS = 1_000;

export function createPlaces({ clock, log, drawBlock }: PlacesOptions): Places {
  let block = { next: 0, end: 0, until: 0 };
  let drawing: Promise<void> | undefined;

  function take(): number | undefined {
    return block.next < block.end ? block.next++ : undefined;
  }

  async function drawOne(): Promise<void> {
    // Twice, for the tick that draws the next may be late.
    const until = clock.now() + 2 * DRAW_EVERY_MS;
    const first = await drawBlock();
    block = { next: first, end: first + BLOCK, until };
  }

  function drawn(): Promise<void> {
    drawing ??= drawOne().finally(() => (drawing = undefined));
    return drawing;
  }

  function drawAhead(): void {
    drawn().catch((error: unknown) => log.warn({ err: error }, 'places in the queue could not be drawn'));
  }

  return {
    next: () => (clock.now() < block.until ? take() : undefined),
    async draw() {
      for (;;) {
        await drawn();
        const place = take();
        if (place !== undefined) return place;
      }
    },
    start() {
      drawAhead();
      return every(clock, DRAW_EVERY_MS, drawAhead);
    },
    async idle() {
      await drawing?.catch(() => {});
    },
  };
}
