import { DomainError } from '../errors.ts';

/** Runs each user's calls one after another, in the order they arrive; different users' in parallel. */
export interface InOrder {
  /**
   * Begins once the user's earlier calls are over, however they ended. Throws what `begin` throws when it begins at
   * once.
   * @throws DomainError 'too-many-requests' when 64 of the user's calls are under way
   */
  add<T>(userId: string, begin: () => Promise<T>): Promise<T>;
  /** How many calls wait for an earlier one. */
  waiting(): number;
}

/** More than any user has tabs. */
const MOST_A_PERSON = 64;

export function createInOrder(): InOrder {
  /** By user: the last call, and how many are under way. */
  const last = new Map<string, { work: Promise<unknown>; underWay: number }>();
  let waiting = 0;

  function after<T>(before: Promise<unknown>, begin: () => Promise<T>): Promise<T> {
    const beginNow = (): Promise<T> => {
      waiting -= 1;
      return begin();
    };
    waiting += 1;
    return before.then(beginNow, beginNow);
  }

  return {
    add(userId, begin) {
      const theirs = last.get(userId);
      if (theirs && theirs.underWay >= MOST_A_PERSON) throw new DomainError('too-many-requests', { retryAfter: 1 });
      const work = theirs ? after(theirs.work, begin) : begin();
      const mine = theirs ?? { work, underWay: 0 };
      mine.work = work;
      mine.underWay += 1;
      last.set(userId, mine);
      const end = (): void => {
        mine.underWay -= 1;
        if (mine.underWay === 0) last.delete(userId);
      };
      work.then(end, end);
      return work;
    },
    waiting: () => waiting,
  };
}
