import { DomainError } from '../errors.ts';

/** What one person asks for is done in the order in which it is asked, one after another; several people at once. */
export interface InOrder {
  /**
   * Begins once what they had asked before is over, however it ended. Throws what `begin` throws when it begins at once.
   * @throws DomainError 'too-many-requests' when 64 of theirs are under way */
  add<T>(userId: string, begin: () => Promise<T>): Promise<T>;
  /** How many wait for the one before. */
  waiting(): number;
}

/** More than any one person has tabs. */
const MOST_A_PERSON = 64;

export function createInOrder(): InOrder {
  /** By person, what comes last, and how many there are. */
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
