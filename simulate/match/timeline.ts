interface Event {
  at: number;
  /** Of two at one time, the one that was planned first happens first. */
  turn: number;
  run(): void;
}

/** A clock moved by hand: time jumps from one planned event to the next. Times in ms. */
export class Timeline {
  #now = 0;
  #turns = 0;
  /** A binary heap, the earliest first. */
  readonly #heap: Event[] = [];

  get now(): number {
    return this.#now;
  }

  in(ms: number, run: () => void): void {
    const heap = this.#heap;
    const event = { at: this.#now + Math.max(0, ms), turn: this.#turns++, run };
    let i = heap.push(event) - 1;
    while (i > 0) {
      const above = (i - 1) >>> 1;
      if (isBefore(heap[above]!, event)) break;
      heap[i] = heap[above]!;
      i = above;
    }
    heap[i] = event;
  }

  runUntil(end: number): void {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#takeFirst();
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }

  #takeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (isBefore(last, heap[below]!)) break;
      heap[i] = heap[below]!;
      i = below;
    }
    heap[i] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.turn < other.turn);
}
