import pg from 'pg';

/** The five-character SQLSTATE of an error PostgreSQL answered with. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const READ_ONLY = '25006';
/** Of `platform.expect`. */
const NOT_AS_EXPECTED = 'YX001';

/** Rolled back for the sake of another transaction: the same work may succeed when repeated. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** A transaction sent at once found something else than it was sent for. */
export function isUnexpected(error: unknown): boolean {
  return sqlState(error) === NOT_AS_EXPECTED;
}

/** A server that follows another one, or was told to write nothing. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY;
}

/** The same, found out before anything was asked of it. */
export class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the server takes no writes');
  }
}

/** Somebody else has made a row of that key first: of any, or of the constraint of that name. */
export function isTaken(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || error.constraint === constraint;
}

/** SQLSTATE classes 22 and 23: bad data, broken constraints. */
export function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}
