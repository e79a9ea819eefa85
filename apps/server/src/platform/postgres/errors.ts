import pg from 'pg';

/** The five-character SQLSTATE of an error PostgreSQL answered with. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';

/** Rolled back for the sake of another transaction: the same work may succeed when repeated. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
}

/** Somebody else has made a row of that key first. */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}
