import pg from 'pg';

/** The five-character SQLSTATE of an error PostgreSQL answered with. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const READ_ONLY = '25006';
/** Raised by `platform.expect`. */
const NOT_AS_EXPECTED = 'YX001';

/** Whether it was rolled back for another transaction: the same work may succeed when repeated. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** Whether a transaction sent at once found another state than it was sent for. */
export function isUnexpected(error: unknown): boolean {
  return sqlState(error) === NOT_AS_EXPECTED;
}

/** Whether the server is a replica, or was made read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY;
}

/** A read-only server, found out before anything was asked of it. */
export class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the server takes no writes');
  }
}

/** Whether a row of that key exists already: of any key, or of the named constraint. */
export function isTaken(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}

/** Whether the class is 22 or 23: bad data, broken constraints. */
export function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}
