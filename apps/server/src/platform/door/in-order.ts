/** What one person asks for is done in the order in which it is asked, one after another; several people at once. */
export interface InOrder {
  /** Begins once what they had asked before is over, however it ended. Throws what `begin` throws when it begins at once. */
  add<T>(userId: string, begin: () => Promise<T>): Promise<T>;
  /** How many wait for the one before. */
  waiting(): number;
}

export function createInOrder(): InOrder {
  /** By person, what comes last. */
  const last = new Map<string, Promise<unknown>>();
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
      const before = last.get(userId);
      const work = before ? after(before, begin) : begin();
      last.set(userId, work);
      const end = (): void => void (last.get(userId) === work && last.delete(userId));
      work.then(end, end);
      return work;
    },
    waiting: () => waiting,
  };
}
