import type { Waiting } from '../engagement/index.ts';

/** The queue in the matcher's memory, with one entry a user; the rows are the truth. */
export interface WaitingRoom {
  add(people: readonly Waiting[]): void;
  /** Keeps users with another ticket by now. */
  remove(people: readonly Pick<Waiting, 'userId' | 'ticket'>[]): void;
  replace(people: readonly Waiting[]): void;
  find(userId: string): Waiting | undefined;
  /** Front first. */
  inOrder(): readonly Waiting[];
}

export function createWaitingRoom(): WaitingRoom {
  let people = new Map<string, Waiting>();
  let ordered: readonly Waiting[] | undefined = [];

  return {
    add(more) {
      for (const one of more) people.set(one.userId, one);
      if (more.length > 0) ordered = undefined;
    },
    remove(gone) {
      for (const { userId, ticket } of gone) {
        if (people.get(userId)?.ticket !== ticket) continue;
        people.delete(userId);
        ordered = undefined;
      }
    },
    replace(all) {
      people = new Map(all.map((one) => [one.userId, one]));
      ordered = undefined;
    },
    find: (userId) => people.get(userId),
    inOrder: () => (ordered ??= inOrder([...people.values()])),
  };
}

export function inOrder(people: readonly Waiting[]): Waiting[] {
  return people.toSorted((one, other) => one.place - other.place);
}

/** Counts the users at this slot or before it. `queue` is in order. */
export function positionOf(queue: readonly Waiting[], place: number): number {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (queue[middle]!.place <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
